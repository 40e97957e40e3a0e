-- The buyers' page (tracking_page/). The default gives one to every shipment there is, and to every later one. Making it
-- writes the table anew.
ALTER TABLE shipments
    ADD COLUMN tracking_token text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
    ADD COLUMN driver         json;
COMMENT ON COLUMN shipments.tracking_token IS 'opens the page of this shipment to whoever has it; 122 random bits';
COMMENT ON COLUMN shipments.driver IS 'who has the parcel, as the courier last said; null once nobody is under way';

-- Not unique: chance makes it so, and a unique index would have to begin with the workspace once the table is spread.
CREATE INDEX shipments_by_tracking_token ON shipments (tracking_token);
