-- expand: 0.2.0
-- From where on an endpoint's queue is to be looked at, so that a look does not pass over what is dead and cannot be
-- removed yet. Older nodes look at all of it, and leave this as it is.

ALTER TABLE webhook_lanes ADD COLUMN floor_at timestamptz;
COMMENT ON COLUMN webhook_lanes.floor_at IS
    'nothing in the queue is due before the earlier of this and due_at; null: nobody has looked yet';
