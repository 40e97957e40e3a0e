-- What keeps subscriptions true to the provider and to the calendar, and shipments counted by the month they were made in.

ALTER TABLE subscriptions
    ADD COLUMN entitles boolean NOT NULL DEFAULT false,
    ADD COLUMN ending_actor text;
COMMENT ON COLUMN subscriptions.entitles IS 'whether the workspace has its plan by it: it is live, and paid or still being paid';
COMMENT ON COLUMN subscriptions.ending_actor IS 'who asked for what `ending` says, so that it is done in their name';
CREATE INDEX subscriptions_over ON subscriptions (cancel_at) WHERE cancel_at IS NOT NULL AND status <> 'canceled';

CREATE INDEX checkouts_open_plans ON checkouts (account_id, created_at DESC) WHERE kind = 'plan' AND state = 'open';

-- Only the month that is still shown. What an older node makes until it is replaced is not counted.
INSERT INTO usage_months (account_id, month, noun, shard, count)
SELECT account_id, date_trunc('month', now() AT TIME ZONE 'UTC')::date, 'shipment_created', 0, count(*)
  FROM shipments WHERE created_at >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
 GROUP BY 1;
