-- One workspace with the given number of variants, as a busy shop would have left it after some years. Rare rows are old,
-- and one variant has a tenth of all movements. Three hundred small workspaces share the tables. Each statement is run
-- alone.

CREATE FUNCTION pg_temp.id(prefix text, n bigint) RETURNS text LANGUAGE sql IMMUTABLE
    RETURN prefix || '_' || lpad(n::text, 26, '0');

CREATE FUNCTION pg_temp.at(n bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE
    RETURN timestamptz '2026-01-01 00:00Z' + n * interval '1 millisecond';

CREATE FUNCTION pg_temp.shipped_at(n bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE
    RETURN timestamptz '2023-01-01 00:00Z' + n * interval '10 seconds';

-- An identifier with its time: the milliseconds since 1970 in the digits of a ULID.
CREATE FUNCTION pg_temp.made(prefix text, milliseconds bigint, n bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    digits CONSTANT text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    left_over bigint := milliseconds;
    said text := '';
BEGIN
    FOR digit IN 1..10 LOOP
        said := substr(digits, (left_over & 31)::int + 1, 1) || said; left_over := left_over >> 5;
    END LOOP;
    RETURN prefix || '_' || said || lpad(n::text, 16, '0');
END $$;

CREATE FUNCTION pg_temp.shipment(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
    RETURN pg_temp.made('ship', 1672531200000 + n * 10000, n);

INSERT INTO accounts (id, name, origin, created_at)
SELECT pg_temp.id('acc', n), 'Shop ' || n, 'operator', pg_temp.at(0) FROM generate_series(0, 300) AS n;

INSERT INTO api_keys (account_id, id, name, key_id, secret, secret_preview, scopes, created_at)
SELECT a.id, 'key' || n, 'Key', a.id || n, '', '', '{{*}}', pg_temp.at(n) FROM accounts a, generate_series(1, 30) AS n;

INSERT INTO warehouses (account_id, id, name, is_default, created_at, updated_at)
SELECT a.id, pg_temp.id('wh', n), 'Warehouse ' || n, n = 0, pg_temp.at(n), pg_temp.at(n)
  FROM accounts a, generate_series(0, 4) AS n;

-- The oldest twentieth is digital and archived but for three; none is a license.
INSERT INTO products (account_id, id, name, sku, description, type, weight, license_enabled, archived, created_at,
                      updated_at)
SELECT pg_temp.id('acc', 0), pg_temp.id('prod', n),
       'Kaos ' || (array['merah', 'biru', 'hijau', 'hitam', 'putih'])[n % 5 + 1] || ' seri' || n % greatest({products} / 20, 1)
           || ' nomor' || n,
       'P-' || n, 'A shirt.', CASE WHEN n <= {products} / 20 THEN 'digital' ELSE 'physical' END, 250, false,
       CASE WHEN n <= {products} / 20 THEN n > 3 ELSE n % 10 = 0 END, pg_temp.at(n), pg_temp.at(n)
  FROM generate_series(1, {products}) AS n;

INSERT INTO products (account_id, id, name, type, license_enabled, created_at, updated_at)
SELECT a.id, pg_temp.id('prod', n), 'Thing', 'physical', false, pg_temp.at(n), pg_temp.at(n)
  FROM accounts a, generate_series(1, 6) AS n WHERE a.id > pg_temp.id('acc', 0);

INSERT INTO product_search_tokens (account_id, product_id, term, type, archived)
SELECT p.account_id, p.id, t.term, p.type, p.archived FROM products p
 CROSS JOIN LATERAL (SELECT DISTINCT regexp_split_to_table(lower(p.name || ' ' || coalesce(p.sku, 'p') || ' XL'), '[ -]')) AS t (term);

INSERT INTO variants (account_id, id, product_id, name, sku, price_cents, low_stock_threshold, is_default)
SELECT pg_temp.id('acc', 0), pg_temp.id('var', n), pg_temp.id('prod', n / 5 + 1), 'Size ' || n % 5, CASE WHEN n % 5 = 4 THEN 'XL' ELSE 'SKU-' || n END, 1990,
       CASE WHEN n % 51 = 0 AND n % 5 < 4 THEN 1000000 END, n % 5 = 0
  FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO variants (account_id, id, product_id, name, is_default)
SELECT account_id, replace(id, 'prod', 'var'), id, 'Default', true FROM products WHERE account_id > pg_temp.id('acc', 0);

-- Every tenth movement is of variant 0. The others come round by round, in an order that is not that of the ids.
INSERT INTO stock_movements (account_id, id, variant_id, warehouse_id, delta, reason, created_by, quantity_after, number,
                             created_at)
SELECT pg_temp.id('acc', 0), pg_temp.id('mv', s), pg_temp.id('var', v), pg_temp.id('wh', v % 5),
       CASE WHEN n % 2 = 1 THEN 5 ELSE -3 END,
       CASE WHEN s < 30 THEN 'damaged' WHEN v % 5 = 3 AND s < {variants} / 10 THEN 'returned_to_supplier'
            WHEN n = 1 THEN 'initial_stock' WHEN s % 7 = 0 THEN 'transfer_in' WHEN s % 11 = 0 THEN 'import'
            ELSE 'manual_adjust' END,
       'key1', (n + 1) / 2 * 5 - n / 2 * 3, n, pg_temp.at(s)
  FROM (SELECT s, CASE WHEN s % 10 = 9 THEN 0 ELSE 1 + (s - s / 10) % ({variants} - 1) * 7919 % ({variants} - 1) END AS v,
               CASE WHEN s % 10 = 9 THEN s / 10 + 1 ELSE (s - s / 10) / ({variants} - 1) + 1 END AS n
          FROM generate_series(0, {variants}::bigint * 10 - 1) AS s) AS moved;

INSERT INTO stock_movements (account_id, id, variant_id, warehouse_id, delta, reason, quantity_after, number, created_at)
SELECT account_id, replace(id, 'var', 'mv'), id, pg_temp.id('wh', 0), 1, 'import', 1, 1, pg_temp.at(0)
  FROM variants WHERE account_id > pg_temp.id('acc', 0);

INSERT INTO stock_levels (account_id, variant_id, warehouse_id, quantity, low_stock_threshold, movement_count,
                          last_movement_id, created_at, updated_at)
SELECT m.account_id, m.variant_id, m.warehouse_id, m.quantity, v.low_stock_threshold, m.number, m.last, m.opened, m.changed
  FROM (SELECT account_id, variant_id, warehouse_id, sum(delta) AS quantity, max(number) AS number, max(id) AS last,
               min(created_at) AS opened, max(created_at) AS changed
          FROM stock_movements GROUP BY 1, 2, 3) m
  JOIN variants v ON v.account_id = m.account_id AND v.id = m.variant_id;

-- All that is open lies in the oldest twentieth and is none of variant 0's, which has a tenth of all.
INSERT INTO stock_reservations (account_id, id, variant_id, warehouse_id, quantity, checkout_session_id, expires_at,
                                consumed_at, released_at, expired_at, created_at)
SELECT pg_temp.id('acc', 0), pg_temp.id('rsv', n),
       pg_temp.id('var', CASE WHEN n % 10 = 9 THEN 0 ELSE n END), pg_temp.id('wh', n % 5), 1, 'cs_' || n / 3,
       CASE WHEN n % 10 <> 9 AND n < {variants} / 20 THEN timestamptz '2100-01-01' ELSE pg_temp.at(n) END,
       CASE WHEN (n % 10 = 9 OR n >= {variants} / 20) AND n % 4 <> 1 THEN pg_temp.at(n) END,
       CASE WHEN (n % 10 = 9 OR n >= {variants} / 20) AND n % 4 = 2 THEN pg_temp.at(n) END,
       CASE WHEN (n % 10 = 9 OR n >= {variants} / 20) AND n % 4 = 1 THEN pg_temp.at(n) END, pg_temp.at(n)
  FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO addresses (account_id, id, customer_id, label, contact_name, contact_phone, address, is_default, created_at,
                       updated_at)
SELECT pg_temp.id('acc', 0), pg_temp.id('adr', n), 'customer-' || n / 10, 'Home', 'Siti', '0811000002', 'Jl. Dago ' || n,
       n % 10 = 0, pg_temp.at(n), pg_temp.at(n)
  FROM generate_series(0, {variants} - 1) AS n;

-- One every ten seconds; their identifiers say when.
INSERT INTO shipments (account_id, id, status, courier_code, courier_service_code, courier_type, price, insurance, insured,
                       aggregator_order_id, waybill_id, origin_snapshot, destination_snapshot, items, customer_id,
                       checkout_session_id, created_at, updated_at)
SELECT a.id, pg_temp.shipment(n),
       CASE WHEN n < 30 THEN 'returned' WHEN n % 20 = 0 THEN 'cancelled' ELSE 'delivered' END,
       CASE WHEN n < 30 THEN 'lalamove' WHEN n % 4 = 3 THEN 'sicepat' ELSE 'jne' END, 'reg', 'standard', 20000, 0, false,
       'order-' || right(a.id, 26)::bigint || '-' || n,
       'WB' || n, '{{"address": "Jl. Senopati 1"}}', '{{"address": "Jl. Dago 2", "contactName": "Siti"}}',
       '[{{"name": "Coffee", "value": 150000, "quantity": 1}}]', 'customer-' || n / 10, 'cs_' || n / 3,
       pg_temp.shipped_at(n), pg_temp.shipped_at(n)
  FROM accounts a, generate_series(0, CASE WHEN a.id = pg_temp.id('acc', 0) THEN {shipments} ELSE 5 END - 1) AS n;

INSERT INTO shipment_events (account_id, id, shipment_id, order_id, raw_status, status, occurred_at)
SELECT s.account_id, replace(s.id, 'ship', 'sev') || k, s.id, s.aggregator_order_id, 'step' || k, s.status, s.created_at
  FROM shipments s, generate_series(1, 2) AS k WHERE s.waybill_id LIKE '%0';

INSERT INTO counters (account_id, noun, status, count)
SELECT account_id, 'shipment', status, count(*) FROM shipments GROUP BY 1, 3;

INSERT INTO credit_balances (account_id, balance, transaction_count, updated_at)
VALUES (pg_temp.id('acc', 0), {variants}, {variants}, pg_temp.at(0));

INSERT INTO credit_transactions (account_id, id, number, kind, amount, balance_after, external_ref, created_at)
SELECT pg_temp.id('acc', 0), pg_temp.id('ctx', n), n, 'topup', 1, n, 'ref-' || n, pg_temp.at(n)
  FROM generate_series(1, {variants}) AS n;

-- Rare actions are old.
INSERT INTO audit_entries (account_id, id, actor_type, actor_id, action, target_type, target_id, created_at)
SELECT a.id, 'aud' || n, 'user', 'usr_' || n % 2,
       CASE WHEN n < 30 THEN 'webhook.created' WHEN n < {variants} / 20 THEN 'api_key.created'
            WHEN n % 3 = 0 THEN 'product.created' ELSE 'product.updated' END,
       CASE WHEN n < 30 THEN 'WebhookEndpoint' WHEN n < {variants} / 20 THEN 'ApiKey' ELSE 'Product' END,
       'target-' || n, pg_temp.at(n)
  FROM accounts a, generate_series(0, CASE WHEN a.id = pg_temp.id('acc', 0) THEN {variants} ELSE 5 END - 1) AS n;

INSERT INTO idempotency_keys (account_id, partner, key, request_hash, status, response, created_at)
SELECT pg_temp.id('acc', 0), '', 'key-' || n, '\x00', 200, '\x00', now() + interval '1 day'
  FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO request_windows (subject, used, ends_at)
SELECT 'acc_' || n, 1, now() + interval '1 day' + n * interval '1 millisecond'
  FROM generate_series(0, {variants} - 1) AS n;
