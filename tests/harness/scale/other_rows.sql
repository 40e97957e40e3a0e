-- Rows of tables that no question reads. No table may be empty, so that PostgreSQL plans every statement for tables with
-- rows (tests/system/db/test_young_plans.py). They are settings, purchases, imports and product syncs of workspaces.

INSERT INTO aggregator_configs (account_id, report_token, report_token_hash, api_key, key_id, created_at, updated_at)
SELECT id, id::bytea, id::bytea, '', 'key', pg_temp.at(0), pg_temp.at(0) FROM accounts;

INSERT INTO previous_aggregator_keys (account_id, id, api_key, report_token, report_token_hash, retired_at)
SELECT id, 'former', '', id::bytea, ('former' || id)::bytea, timestamptz '2100-01-01' FROM accounts;

INSERT INTO license_signing_keys (account_id, key_id, public_key, private_key, created_at)
SELECT id, id, '', '', pg_temp.at(0) FROM accounts;

INSERT INTO billing_accounts (account_id, provider_customer_id) SELECT id, 'customer' || id FROM accounts;

INSERT INTO subscriptions (account_id, id, provider_subscription_id, plan, currency, status, current_period_start,
                           current_period_end, is_current)
SELECT a.id, a.id || n, a.id || n, 'starter', 'IDR', CASE n WHEN 0 THEN 'active' ELSE 'canceled' END, pg_temp.at(0),
       pg_temp.at(n), n = 0
  FROM accounts a, generate_series(0, 4) AS n;

INSERT INTO invoices (account_id, id, provider_invoice_id, subscription_id, plan, amount, currency, status, created_at)
SELECT pg_temp.id('acc', 0), pg_temp.id('inv', n), 'in' || n, pg_temp.id('acc', 0) || n % 5, 'starter', 1, 'IDR', 'paid',
       pg_temp.at(n) FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO checkouts (account_id, id, kind, state, amount, currency, terms, provider_session_id, expires_at, actor)
SELECT pg_temp.id('acc', 0), pg_temp.id('chk', n), 'credit', 'paid', 1, 'IDR', '{{}}', 'session' || n, pg_temp.at(n), '{{}}'
  FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO credit_purchases (account_id, checkout_id, provider_payment_id, credited)
SELECT pg_temp.id('acc', 0), pg_temp.id('chk', n), 'payment' || n, 1 FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO payment_events (id, account_id, type)
SELECT 'evt' || n, pg_temp.id('acc', 0), 'invoice.paid' FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO shipment_charges (account_id, shipment_id, charged)
SELECT pg_temp.id('acc', 0), pg_temp.shipment(n), 1 FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO event_sequences (account_id, subject, last)
SELECT account_id, subject, max(sequence) FROM events GROUP BY 1, 2;

INSERT INTO imported_products (account_id, ref, product_id, hash)
SELECT account_id, 'ref' || id, id, '' FROM products;

INSERT INTO imported_variants (account_id, variant_id, product_id, key, hash)
SELECT account_id, id, product_id, name, '' FROM variants;

INSERT INTO mirrored_products (account_id, ref, product_id) SELECT account_id, 'ref' || id, id FROM products;

INSERT INTO mirrored_variants (account_id, product_ref, ref, variant_id, born, said)
SELECT account_id, 'ref' || product_id, 'ref' || id, id, '', '{{}}' FROM variants;

INSERT INTO partners (name) SELECT 'partner' || n FROM generate_series(0, 99) AS n;

INSERT INTO storefronts (account_id, id, partner, secret) SELECT id, 'front' || id, 'partner0', '' FROM accounts;

INSERT INTO storefront_events (account_id, id, type)
SELECT pg_temp.id('acc', 0), 'evt' || n, 'product.updated' FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO storefront_orders (account_id, id, checkout_session_id, status, external_source, expires_at, paid_at, created_at,
                               updated_at)
SELECT pg_temp.id('acc', 0), pg_temp.id('ord', n), 'cs_' || n, 'fulfilled', 'shop', pg_temp.at(n), pg_temp.at(n),
       pg_temp.at(n), pg_temp.at(n) FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO storefront_order_lines (account_id, order_id, number, ref, quantity, status, license_ids)
SELECT pg_temp.id('acc', 0), pg_temp.id('ord', n), number, 'ref' || number, 1, 'fulfilled', '{{}}'
  FROM generate_series(0, {variants} - 1) AS n, generate_series(0, 1) AS number;

INSERT INTO nonces (key_id, nonce, good_until)
SELECT 'key' || n % 30, 'nonce' || n, 4102444800 FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO credit_balances (account_id, balance, transaction_count, updated_at)
SELECT id, 0, 0, pg_temp.at(0) FROM accounts WHERE id > pg_temp.id('acc', 0);

INSERT INTO batches (account_id, id, kind, options, total, is_truncated, done, actor, created_at, finished_at)
SELECT pg_temp.id('acc', 0), pg_temp.id('batch', n), 'book', '{{}}', 10, false, 10, '{{}}', pg_temp.at(n), pg_temp.at(n)
  FROM generate_series(0, {variants} / 10 - 1) AS n;

INSERT INTO batch_rows (account_id, batch_id, position, shipment_id, status, takes, http_status, finished_at)
SELECT pg_temp.id('acc', 0), pg_temp.id('batch', n), position, pg_temp.shipment(n), 'done', 1, 200, pg_temp.at(n)
  FROM generate_series(0, {variants} / 10 - 1) AS n, generate_series(0, 9) AS position;

INSERT INTO batch_tenants (account_id) SELECT id FROM accounts;
