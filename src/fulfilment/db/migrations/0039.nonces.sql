-- The nonces of requests that were signed by the second scheme: the primary key is what takes each of them once
-- (docs/decisions/0067-nonces.md).

CREATE TABLE nonces (
    key_id      text NOT NULL,
    nonce       text NOT NULL,
    good_until  bigint NOT NULL,
    PRIMARY KEY (key_id, nonce)
);
CREATE INDEX nonces_by_age ON nonces (good_until);
COMMENT ON COLUMN nonces.good_until IS 'epoch seconds: from then on the request''s timestamp is refused anyway';
