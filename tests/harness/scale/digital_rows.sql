-- Digital goods. One customer and one product have half of all; rare rows are old.

INSERT INTO licenses (account_id, id, product_id, customer_id, key, normalized_key, is_custom_key, status, activations,
                      max_activations, expires_at, external_source, external_ref, created_at)
SELECT a.id, pg_temp.id('lic', n), pg_temp.id('prod', CASE WHEN n % 2 = 1 THEN 1 ELSE 2 + n % greatest({products} - 2, 1) END),
       'customer-' || CASE WHEN n % 2 = 1 THEN 0 ELSE n / 20 + 1 END, k.key, k.key, true,
       CASE WHEN n < {variants} / 20 THEN 'revoked' ELSE 'active' END, 1, {variants} * 2,
       CASE WHEN n % 3 = 0 THEN pg_temp.at(n) END, 'shop', CASE WHEN n % 2 = 0 THEN 'ORDER-' || n / 6 END, pg_temp.at(n)
  FROM accounts a
 CROSS JOIN generate_series(0, CASE WHEN a.id = pg_temp.id('acc', 0) THEN {variants} ELSE 5 END - 1) AS n
 CROSS JOIN LATERAL (SELECT CASE WHEN n < 30 THEN 'OLD-' WHEN n % 4 = 0 THEN 'pro-' ELSE 'Basic-' END
                            || right(a.id, 3) || lpad(n::text, 20, '0') AS key) AS k;

-- License 0 has half of all activations; every other one has ended.
INSERT INTO license_activations (account_id, id, license_id, instance_id, activated_at, deactivated_at)
SELECT pg_temp.id('acc', 0), pg_temp.id('act', n), pg_temp.id('lic', CASE WHEN n % 2 = 1 THEN 0 ELSE n / 2 END),
       'instance-' || n, pg_temp.at(n), CASE WHEN n % 4 < 2 THEN pg_temp.at(n) END
  FROM generate_series(0, {variants} - 1) AS n;

-- Open and revoked deliveries are the oldest; all others have expired and were announced.
INSERT INTO deliveries (account_id, id, product_id, customer_id, checkout_session_id, max_downloads, expires_at,
                        revoked_at, announce_at, created_at, updated_at)
SELECT pg_temp.id('acc', 0), pg_temp.id('dlv', n),
       pg_temp.id('prod', CASE WHEN n % 2 = 1 THEN 1 ELSE 2 + n % greatest({products} - 2, 1) END),
       'customer-' || CASE WHEN n % 2 = 1 THEN 0 ELSE n / 20 + 1 END, 'cs_' || n, 5,
       CASE WHEN n < {variants} / 10 THEN timestamptz '2100-01-01' ELSE pg_temp.at(n) END,
       CASE WHEN n < 30 THEN pg_temp.at(n) END,
       CASE WHEN n >= 30 AND n < {variants} / 10 THEN timestamptz '2099-12-31' END, pg_temp.at(n), pg_temp.at(n)
  FROM generate_series(0, {variants} - 1) AS n;

-- Workspace 2 has been left alone for long: as many are to be told of.
INSERT INTO deliveries (account_id, id, product_id, customer_id, checkout_session_id, max_downloads, expires_at,
                        announce_at, created_at, updated_at)
SELECT pg_temp.id('acc', 2), pg_temp.id('dlv', n), pg_temp.id('prod', 1), 'customer-' || n, 'cs_' || n, 5,
       pg_temp.at(n) + interval '1 day', pg_temp.at(n), pg_temp.at(n), pg_temp.at(n)
  FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO tracking_syncs (account_id, shipment_id, due_at)
SELECT pg_temp.id('acc', 0), pg_temp.shipment(n), pg_temp.at(n)
  FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO tracking_sync_tenants (account_id, due_at) SELECT id, timestamptz '2100-01-01' FROM accounts;

-- Courier calls that no process holds, all of them due.
INSERT INTO courier_operations (account_id, shipment_id, kind, claim_token, is_merchant_key, is_unclear, lease_until, due_at, faults,
                           started_at, actor)
SELECT pg_temp.id('acc', 0), pg_temp.shipment(n), 'book', 'claim_token-' || n, true, true, pg_temp.at(n), pg_temp.at(n), 9,
       pg_temp.at(n), '{{}}'
  FROM generate_series(0, {variants} - 1) AS n;
INSERT INTO courier_operation_tenants (account_id, due_at) SELECT id, pg_temp.at(0) FROM accounts;

-- Four years of months in which everything was used, over several connections.
INSERT INTO monthly_usage (account_id, month, noun, shard, count)
SELECT a.id, date_trunc('month', now() AT TIME ZONE 'UTC') - m * interval '1 month', noun, shard, {variants}
  FROM accounts a, generate_series(0, 47) AS m, unnest('{{shipment,delivery,license}}'::text[]) AS noun,
       generate_series(0, CASE WHEN a.id = pg_temp.id('acc', 0) THEN 7 ELSE 0 END) AS shard;

INSERT INTO sharded_counters (account_id, noun, status, shard, count)
SELECT a.id, noun, status, shard, {variants} FROM accounts a, unnest('{{product,variant,warehouse}}'::text[]) AS noun,
       unnest('{{active,archived}}'::text[]) AS status, generate_series(0, 7) AS shard;
