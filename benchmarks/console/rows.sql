-- A large and a small shop that look alike, and two hundred others. Parcels of the last two years, nearly all
-- ended, some on every queue. Goods with stock, and a ledger with a charge for each parcel. Each statement runs alone.

CREATE FUNCTION pg_temp.id(prefix text, n bigint) RETURNS text LANGUAGE sql IMMUTABLE
    RETURN prefix || '_' || lpad(n::text, 26, '0');

CREATE TEMPORARY TABLE shops AS
SELECT pg_temp.id('acc', n) AS account_id, n,
       CASE n WHEN 0 THEN {parcels} WHEN 1 THEN {few} ELSE 5 END AS parcels,
       CASE n WHEN 0 THEN {variants} WHEN 1 THEN least({few}, {variants}) ELSE 5 END AS variants
  FROM generate_series(0, 200) AS n;

INSERT INTO accounts (id, name, origin, created_at)
SELECT account_id, 'Toko ' || n, 'operator', now() - interval '3 years' FROM shops;

INSERT INTO warehouses (account_id, id, name, is_default, created_at, updated_at)
SELECT account_id, pg_temp.id('wh', w), (ARRAY['Bandung', 'Jakarta', 'Surabaya'])[w + 1], w = 0, now(), now()
  FROM shops, generate_series(0, 2) AS w;

INSERT INTO products (account_id, id, name, type, weight, license_enabled, created_at, updated_at)
SELECT account_id, pg_temp.id('prod', v),
       'Kopi ' || (ARRAY['Gayo', 'Toraja', 'Kintamani', 'Mandailing', 'Flores'])[v % 5 + 1] || ' seri ' || v, 'physical', 250,
       false, now() - v * interval '1 minute', now()
  FROM shops, generate_series(0, variants - 1) AS v;

INSERT INTO product_search_tokens (account_id, product_id, term, type, archived)
SELECT p.account_id, p.id, t.term, p.type, p.archived
  FROM products p CROSS JOIN LATERAL (SELECT DISTINCT regexp_split_to_table(lower(p.name || ' sku-' || right(p.id, 6)), '[ -]+')) AS t (term);

INSERT INTO variants (account_id, id, product_id, name, sku, price_cents, low_stock_threshold, is_default)
SELECT account_id, replace(id, 'prod', 'var'), id, 'Default', 'SKU-' || right(id, 6), 85000,
       CASE WHEN right(id, 2) = '17' THEN 1000 END, true
  FROM products;

INSERT INTO stock_movements (account_id, id, variant_id, warehouse_id, delta, reason, created_by, quantity_after, number,
                             created_at)
SELECT account_id, replace(id, 'var', 'mv') || n, id, pg_temp.id('wh', 0), 10, 'manual_adjust', 'usr_owner', 10 * n, n,
       now() - (31 - n) * interval '1 day'
  FROM variants, generate_series(1, 30) AS n;

INSERT INTO stock_levels (account_id, variant_id, warehouse_id, quantity, low_stock_threshold, movement_count,
                          last_movement_id, created_at, updated_at)
SELECT account_id, id, pg_temp.id('wh', 0), 300, low_stock_threshold, 30, replace(id, 'var', 'mv') || 30,
       now() - interval '30 days', now() - interval '1 day'
  FROM variants;

-- The newest are to be booked, printed, collected; of the older ones some never came to an end.
INSERT INTO shipments (account_id, id, status, courier_code, courier_service_code, courier_type, price, insurance, insured,
                       aggregator_order_id, waybill_id, origin_snapshot, destination_snapshot, items, external_ref,
                       printed_at, created_at, updated_at, search_phone, search_terms)
SELECT account_id, 'ship_' || lpad(n::text, 26, '0'), status,
       (ARRAY['jne', 'sicepat', 'anteraja', 'jnt'])[n % 4 + 1], 'reg', 'standard', 21000, 0, false,
       CASE WHEN status = 'pending' THEN 'pending-' ELSE 'order-' END || account_id || n,
       CASE WHEN status <> 'pending' THEN 'WB' || lpad(n::text, 10, '0') END,
       '{{"address": "Jl. Ir. H. Juanda 120", "contactName": "Toko", "contactPhone": "0812"}}',
       json_build_object('address', 'Jl. Braga ' || n % 200, 'city', city, 'postalCode', '40111',
           'contactName', first_name || ' ' || last_name, 'contactPhone', '0812' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0')),
       json_build_array(json_build_object('name', 'Kopi Gayo', 'sku', 'SKU-' || lpad((n % 997)::text, 6, '0'),
           'value', 85000, 'quantity', 2, 'weight', 270)),
       '#' || lpad(n::text, 8, '0'), CASE WHEN status NOT IN ('pending', 'cancelled') AND NOT is_fresh THEN made END,
       made, CASE WHEN is_fresh THEN made ELSE least(now(), made + interval '2 days') END,
       phone, ARRAY[lower(first_name), lower(last_name), lpad(n::text, 8, '0'), 'sku', lpad((n % 997)::text, 6, '0'), phone,
                    right(phone, 4)]
  FROM (
    SELECT account_id, n, is_fresh, '812' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0') AS phone,
           now() - (parcels - n) * interval '730 days' / parcels AS made,
           (ARRAY['Siti', 'Budi', 'Made', 'Nurul', 'Agus', 'Yohana', 'Dewi', 'Rizky', 'Putri', 'Wayan', 'Ahmad', 'Sri', 'Eko',
                  'Rina', 'Joko', 'Maya'])[n % 16 + 1] AS first_name,
           (ARRAY['Rahayu', 'Hartono', 'Wirawan', 'Hidayah', 'Sirait', 'Lestari', 'Kusuma', 'Pratama', 'Wijaya', 'Santoso',
                  'Utami', 'Saputra', 'Nasution'])[n % 13 + 1] AS last_name,
           (ARRAY['Bandung', 'Jakarta Selatan', 'Surabaya', 'Medan', 'Sleman', 'Gianyar', 'Makassar'])[n % 7 + 1] AS city,
           CASE WHEN n >= parcels * 0.9998 THEN 'pending' WHEN n >= parcels * 0.9994 THEN 'confirmed'
                WHEN n >= parcels * 0.998 THEN 'in_transit' WHEN n % 997 = 0 THEN 'in_transit' WHEN n % 1499 = 0 THEN 'confirmed'
                WHEN n % 50 = 0 THEN 'returned' WHEN n % 20 = 0 THEN 'cancelled' ELSE 'delivered' END AS status
      FROM (SELECT account_id, parcels, x.n, x.n >= parcels * 0.998 AS is_fresh
              FROM shops, generate_series(0, parcels - 1) AS x (n)) AS counted
  ) AS told;

INSERT INTO shipment_search_tokens (account_id, term, shipment_id)
SELECT account_id, word, id FROM shipments, unnest(search_terms) AS word ON CONFLICT DO NOTHING;

INSERT INTO shipment_events (account_id, id, shipment_id, order_id, raw_status, status, occurred_at)
SELECT account_id, replace(id, 'ship', 'sev') || k, id, aggregator_order_id, 'step' || k, status, created_at + k * interval '1 hour'
  FROM shipments, generate_series(1, 2) AS k WHERE status <> 'pending';

INSERT INTO counters (account_id, noun, status, count)
SELECT account_id, 'shipment', status, count(*) FROM shipments GROUP BY 1, 3;

INSERT INTO shipment_hourly_stats (account_id, hour, booked, delivered, returned, cancelled)
SELECT account_id, date_trunc('hour', created_at, 'UTC'), count(*), count(*) FILTER (WHERE status = 'delivered'),
       count(*) FILTER (WHERE status = 'returned'), count(*) FILTER (WHERE status = 'cancelled')
  FROM shipments WHERE status <> 'pending' GROUP BY 1, 2;

INSERT INTO credit_balances (account_id, balance, transaction_count, updated_at)
SELECT account_id, 21000 * parcels::bigint + 50000000, parcels, now() FROM shops;

INSERT INTO credit_transactions (account_id, id, number, kind, amount, balance_after, external_ref, shipment_id, created_at)
SELECT account_id, replace(id, 'ship', 'ctx'), n + 1, CASE WHEN n % 50 = 49 THEN 'topup' ELSE 'shipment_charge' END,
       CASE WHEN n % 50 = 49 THEN 1050000 ELSE -21000 END, 50000000, CASE WHEN n % 50 = 49 THEN 'ref-' || n END,
       CASE WHEN n % 50 = 49 THEN NULL ELSE id END, created_at
  FROM (SELECT account_id, id, created_at, right(id, 26)::bigint AS n FROM shipments) AS told;

INSERT INTO credit_hourly_stats (account_id, hour, spent, added)
SELECT account_id, date_trunc('hour', created_at, 'UTC'), coalesce(sum(-amount) FILTER (WHERE amount < 0), 0),
       coalesce(sum(amount) FILTER (WHERE amount > 0), 0)
  FROM credit_transactions GROUP BY 1, 2;

INSERT INTO batches (account_id, id, kind, options, total, is_truncated, done, actor, created_by, created_at, finished_at)
SELECT account_id, pg_temp.id('bat', n), 'book', '{{}}', 50, false, 50, '{{}}', 'usr_owner', at, at
  FROM (SELECT account_id, x.n, now() - x.n * interval '1 hour' AS at
          FROM shops, generate_series(1, 200) AS x (n)) AS made
