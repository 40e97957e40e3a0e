-- How long the courier says that a parcel takes, for the buyer's page (tracking_page/expectation.py). An older node leaves
-- it null, which says nothing.
ALTER TABLE shipments
    ADD COLUMN expected_least integer,
    ADD COLUMN expected_most integer,
    ADD COLUMN expected_unit text;
COMMENT ON COLUMN shipments.expected_unit IS 'hours or days, of expected_least and expected_most, from when it is collected';
