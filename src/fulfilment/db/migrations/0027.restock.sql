-- What came back with a returned parcel.

ALTER TABLE shipments ADD COLUMN restock json;
COMMENT ON COLUMN shipments.restock IS 'what a returned parcel put back on the shelf, and what was damaged; null: nothing was said yet';
