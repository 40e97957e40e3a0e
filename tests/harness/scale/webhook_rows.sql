-- Events and webhooks. Workspace 0 has a long history. Workspace 1 has as many endpoints as the others have events.
-- Workspace 2 has a long queue. No event of workspace 3 was fanned out for long.

CREATE FUNCTION pg_temp.happened(n bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE
    RETURN pg_temp.at(0) + n * interval '1 second';

CREATE FUNCTION pg_temp.event(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
    RETURN pg_temp.made('evt', 1767225600000 + n * 1000, n);

INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
SELECT pg_temp.id('acc', w), pg_temp.event(n),
       CASE WHEN n < 30 THEN 'stock.low' WHEN n % 7 = 0 THEN 'product.updated' ELSE 'stock.adjusted' END,
       pg_temp.id('var', CASE WHEN n % 10 = 9 THEN 0 ELSE n END), n + 1, '{{"delta": 5}}', pg_temp.happened(n)
  FROM unnest(ARRAY[0, 2, 3]) AS w, generate_series(0, {variants} - 1) AS n;

INSERT INTO webhook_endpoints (account_id, id, url, events, description, active_since, secret, secret_preview, created_at,
                               updated_at)
SELECT pg_temp.id('acc', w), 'endpoint' || n, 'https://shop.example/hook', '{{*}}', '', pg_temp.at(0), '', '',
       pg_temp.at(0), pg_temp.at(0) FROM unnest(ARRAY[0, 2, 3]) AS w, generate_series(0, 4) AS n WHERE w = 0 OR n = 0;

INSERT INTO webhook_endpoints (account_id, id, url, events, description, active_since, secret, secret_preview, created_at,
                               updated_at, previous_secret, previous_secret_until, deleted_at)
SELECT pg_temp.id('acc', 1), 'endpoint' || n, 'https://shop.example/hook', '{{*}}', '', pg_temp.at(n), '', '',
       pg_temp.at(n), pg_temp.at(n), CASE WHEN n % 2 = 0 THEN '\x00'::bytea END,
       CASE WHEN n % 2 = 0 THEN pg_temp.at(n) END, CASE WHEN n % 2 = 1 THEN pg_temp.at(n) END
  FROM generate_series(0, {variants} - 1) AS n;

INSERT INTO webhook_queue_endpoints (account_id, endpoint_id, due_at)
SELECT account_id, id, CASE WHEN account_id = pg_temp.id('acc', 2) THEN pg_temp.at(0) END FROM webhook_endpoints;

-- Every fifth event has no delivery, as without a subscriber, and neither has endpoint 4. Failed deliveries are old. Ids
-- are as webhooks/dispatch/fan_out_queries.py makes them.
INSERT INTO webhook_deliveries (account_id, id, endpoint_id, event_id, type, status, attempts, response_code, created_at,
                                updated_at)
SELECT e.account_id, 'd' || substr(md5(e.endpoint || ' ' || e.id), 1, 23), e.endpoint, e.id, e.type,
       CASE WHEN e.account_id = pg_temp.id('acc', 2) THEN 'pending' WHEN n < {variants} / 20 THEN 'failed' ELSE 'sent' END,
       CASE WHEN e.account_id = pg_temp.id('acc', 2) THEN 0 ELSE 1 END, 200, e.occurred_at, e.occurred_at
  FROM (SELECT *, CASE WHEN account_id = pg_temp.id('acc', 2) THEN 'endpoint0' ELSE 'endpoint' || right(id, 16)::bigint % 4
                  END AS endpoint, right(id, 16)::bigint AS n FROM events
         WHERE account_id <= pg_temp.id('acc', 2) ORDER BY account_id, id) AS e
 WHERE e.account_id = pg_temp.id('acc', 2) OR n % 5 < 4;

INSERT INTO webhook_attempts (account_id, delivery_id, number, is_success, response_code, duration_ms, attempted_at)
SELECT account_id, id, 1, status = 'sent', 200, 12, created_at FROM webhook_deliveries WHERE attempts > 0;

INSERT INTO webhook_queue (account_id, delivery_id, endpoint_id, due_at, claim_token, queued_at)
SELECT account_id, id, endpoint_id, created_at, 1, created_at FROM webhook_deliveries WHERE status = 'pending';

INSERT INTO outbox (account_id, event_id)
SELECT account_id, id FROM events WHERE account_id = pg_temp.id('acc', 3) ORDER BY id;

-- The newest event of all is of a workspace that has no other.
INSERT INTO events (account_id, id, type, subject, sequence, data, occurred_at)
VALUES (pg_temp.id('acc', 4), pg_temp.event({variants}), 'stock.adjusted', pg_temp.id('var', 0), 1, '{{"delta": 5}}',
        pg_temp.happened({variants}));
INSERT INTO outbox (account_id, event_id) VALUES (pg_temp.id('acc', 4), pg_temp.event({variants}));

-- Five hundred of each endpoint, the newest hours of which are the newest of all.
INSERT INTO webhook_hourly_stats (account_id, endpoint_id, hour, outcome, duration_bucket, attempts, last_at)
SELECT pg_temp.id('acc', 0), 'endpoint' || n / 500, pg_temp.at(0) - n % 500 * interval '1 hour', 'sent', 3, 5, pg_temp.at(0)
  FROM generate_series(0, {variants} - 1) AS n;

-- One runs in workspace 0, where its endpoint failed to take anything, and one in 2, where all is still queued.
INSERT INTO webhook_replays (account_id, id, endpoint_id, since, until, status, position, last, created_at, updated_at,
                                finished_at)
SELECT pg_temp.id('acc', w), 'recovery' || n, 'endpoint' || CASE w WHEN 0 THEN n % 4 ELSE 0 END, pg_temp.at(0),
       timestamptz '2100-01-01', CASE n WHEN 0 THEN 'running' ELSE 'done' END, pg_temp.event({variants} / 100), 'evt_zzz',
       pg_temp.at(n), pg_temp.at(n), CASE WHEN n > 0 THEN pg_temp.at(n) END
  FROM unnest(ARRAY[0, 2]) AS w, generate_series(0, {variants} - 1) AS n WHERE w = 0 OR n = 0;
