-- expand: 0.2.0
-- An event of a request that is traced tells to which trace it belongs, so that what is done with it later, an attempt to
-- deliver it an hour after too, is found there (docs/tracing.md). Nodes that know nothing of it leave it empty.

ALTER TABLE events ADD COLUMN trace bytea;
COMMENT ON COLUMN events.trace IS 'the trace and the span that it happened in, 24 bytes; empty where they are not recorded';
