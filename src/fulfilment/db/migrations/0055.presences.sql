-- expand: 0.2.0
-- A process says that it lives by a row that it renews (db/presence.py), where it held a lock of its session before: behind
-- a pooler that gives each transaction another session, such a lock belongs to nobody. Nodes of the former release go on
-- with locks beside it. Their numbers are above zero and the new ones below, so each side knows the living of the other.

-- By when it ends first: whoever looks for the living reads none of the versions that a long snapshot keeps.
CREATE TABLE presences (
    number        integer NOT NULL,
    name          text NOT NULL,
    present_until timestamptz NOT NULL,
    PRIMARY KEY (present_until, number)
) WITH (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0);
COMMENT ON TABLE presences IS 'the processes that live, each renewed every second (db/presence.py)';
COMMENT ON COLUMN presences.name IS 'what the process is, and its release: api 0.2.0';
COMMENT ON COLUMN presences.present_until IS 'by the clock of the database; from then on it is taken for dead';

CREATE OR REPLACE FUNCTION is_gone(holder integer) RETURNS boolean
    LANGUAGE sql VOLATILE STRICT
    RETURN CASE WHEN holder < 0 THEN NOT EXISTS (
        SELECT FROM presences p WHERE p.present_until > statement_timestamp() AND p.number = holder
    ) ELSE NOT EXISTS (
        SELECT FROM pg_locks
         WHERE locktype = 'advisory' AND classid = 1718971494 AND objid = holder::bigint AND objsubid = 2
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) END;
