-- expand: 0.2.0
-- Whoever packs must see which labels lie on the table already, and the desk which parcels nobody has printed yet.

ALTER TABLE shipments
    ADD COLUMN printed_at timestamptz,
    ADD COLUMN printed_by text;
COMMENT ON COLUMN shipments.printed_at IS 'when its label was last printed for the packing table; empty until it is';
COMMENT ON COLUMN shipments.printed_by IS 'who had it printed, as createdBy names people; empty where nobody was';
