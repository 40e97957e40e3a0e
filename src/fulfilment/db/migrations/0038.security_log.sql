-- The security log (docs/decisions/0066-security-log.md): how often callers were refused for who they are, in the hours
-- of the database's clock. An empty address or key id is none; the address or the key id 'others' are the rest of many.

CREATE TABLE security_hours (
    hour      timestamptz NOT NULL,
    reason    text COLLATE "C" NOT NULL,
    address   text COLLATE "C" NOT NULL,
    key_id    text COLLATE "C" NOT NULL,
    count     bigint NOT NULL,
    first_at  timestamptz NOT NULL,
    last_at   timestamptz NOT NULL,
    PRIMARY KEY (hour, reason, address, key_id)
) WITH (fillfactor = 50);
CREATE INDEX security_hours_by_address ON security_hours (address, hour);
CREATE INDEX security_hours_by_key ON security_hours (key_id, hour);
