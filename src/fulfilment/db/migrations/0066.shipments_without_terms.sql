-- expand: 0.2.0
-- The shipments that were there before; each has its terms when it is taken off the list, some at a time.
CREATE TABLE shipments_without_terms (
    account_id  text NOT NULL,
    id          text NOT NULL
);
ALTER TABLE shipments_without_terms ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE shipments_without_terms IS 'drained by the next migration, and empty from then on';
INSERT INTO shipments_without_terms (account_id, id) SELECT account_id, id FROM shipments;

CREATE FUNCTION give_shipment_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO shipment_terms (account_id, term, shipment_id)
    SELECT s.account_id, word, s.id
      FROM taken t JOIN shipments s ON s.account_id = t.account_id AND s.id = t.id,
           unnest(shipment_words(s.destination_snapshot, s.external_ref, s.items)) AS word
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER shipments_get_terms AFTER DELETE ON shipments_without_terms
    REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION give_shipment_terms();
