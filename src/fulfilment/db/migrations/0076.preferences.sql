-- expand: 0.2.0
-- How a workspace likes to be shown: its language, its zone, the paper in its printer. Empty: the default of the code.

ALTER TABLE accounts
    ADD COLUMN language text,
    ADD COLUMN time_zone text,
    ADD COLUMN label_size text;
COMMENT ON COLUMN accounts.language IS 'of its console; empty: as each browser asks';
