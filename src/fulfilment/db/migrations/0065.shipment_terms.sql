-- expand: 0.2.0
-- The desk finds a parcel by the recipient's name, the phone number, the order or a sku, however many parcels there are.
-- The terms are written by a trigger, so that parcels which older nodes draft are found as well. Nothing that they are
-- made of ever changes; a waybill, which comes later, has an index of its own.

CREATE TABLE shipment_terms (
    account_id   text NOT NULL,
    term         text COLLATE "C" NOT NULL,
    shipment_id  text NOT NULL
);
CREATE UNIQUE INDEX shipment_terms_search ON shipment_terms (account_id, term, shipment_id DESC);
ALTER TABLE shipment_terms ALTER COLUMN account_id SET (n_distinct = 1);
ALTER TABLE shipment_terms ALTER COLUMN term SET (n_distinct = 200);
COMMENT ON TABLE shipment_terms IS 'what a shipment is found by, in lower case; kept by a trigger on shipments';

-- The words of a text: what stands between blanks and ASCII punctuation, in lower case, of a hundred characters at most.
CREATE FUNCTION words_of(given text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT left(word, 100)), '{}')
      FROM regexp_split_to_table(lower(left(given, 1000)), '[[:space:]!-/:-@\[-`{-~]+') AS word
     WHERE word <> ''
$$;

-- A telephone number without what differs between its spellings: 0812, 62812 and +62 812 are all 812.
CREATE FUNCTION national_number(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace(regexp_replace(left(given, 100), '[^0-9]', '', 'g'), '^(62|0)0*', '')
$$;

CREATE FUNCTION shipment_words(destination json, external_ref text, items json) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT word COLLATE "C") FROM (
        SELECT unnest(words_of(destination ->> 'contactName')) AS word
        UNION SELECT nullif(number, '') FROM national_number(destination ->> 'contactPhone') AS number
        UNION SELECT right(number, 4) FROM national_number(destination ->> 'contactPhone') AS number WHERE length(number) > 4
        UNION SELECT unnest(words_of(external_ref))
        UNION SELECT unnest(words_of(item ->> 'sku')) FROM (
            SELECT item FROM json_array_elements(CASE json_typeof(items) WHEN 'array' THEN items ELSE '[]' END) AS item
             LIMIT 10
        ) AS first_items
    ) AS terms WHERE word IS NOT NULL
$$;

CREATE FUNCTION keep_shipment_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO shipment_terms (account_id, term, shipment_id)
    SELECT made.account_id, word, made.id
      FROM made, unnest(shipment_words(made.destination_snapshot, made.external_ref, made.items)) AS word
        ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER shipments_have_terms AFTER INSERT ON shipments
    REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION keep_shipment_terms();
