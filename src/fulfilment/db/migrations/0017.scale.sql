-- Lists that looked through rows in vain, the more of them the more there were (benchmarks/plans/).

-- What a search filters by is kept with each term, so that a type that is rare, or that none has, is found in the index.
ALTER TABLE product_terms ADD COLUMN type text, ADD COLUMN archived boolean;
UPDATE product_terms t SET type = p.type, archived = p.archived
  FROM products p WHERE p.account_id = t.account_id AND p.id = t.product_id;
ALTER TABLE product_terms ALTER COLUMN type SET NOT NULL, ALTER COLUMN archived SET NOT NULL;
COMMENT ON COLUMN product_terms.type IS 'the product''s, which never changes';
COMMENT ON COLUMN product_terms.archived IS 'the product''s, carried over by a trigger';
DROP INDEX product_terms_search;
CREATE INDEX product_terms_search ON product_terms (account_id, type, archived, term, product_id DESC);

CREATE FUNCTION carry_archived_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE product_terms SET archived = NEW.archived WHERE account_id = NEW.account_id AND product_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER products_carry_archived_over AFTER UPDATE OF archived ON products
    FOR EACH ROW WHEN (OLD.archived <> NEW.archived) EXECUTE FUNCTION carry_archived_over();

-- Thousands of products may have a variant of the same sku.
DROP INDEX variants_any_sku;
CREATE INDEX variants_by_sku ON variants (account_id, sku, product_id DESC) WHERE sku IS NOT NULL;

-- Only a level with a threshold can have been low.
CREATE INDEX stock_levels_watched ON stock_levels (account_id, created_at DESC, variant_id DESC, warehouse_id DESC)
    WHERE low_stock_threshold IS NOT NULL;
CREATE INDEX stock_levels_watched_of_warehouse
    ON stock_levels (account_id, warehouse_id, created_at DESC, variant_id DESC) WHERE low_stock_threshold IS NOT NULL;

-- One variant, or one warehouse, may have a large part of all movements, though most have few. So that a list of a level
-- is planned for the level's own index, and does not read all that its variant has (as 0009.planning.sql).
ALTER TABLE stock_movements
    ALTER COLUMN variant_id SET (n_distinct = 10),
    ALTER COLUMN warehouse_id SET (n_distinct = 10);

-- Most deliveries may be of one type or two. So that a list of a rare one is planned for the types' own index, and does not
-- read all that its endpoints have, no type is thought to be common.
ALTER TABLE webhook_deliveries ALTER COLUMN type SET (n_distinct = 200);

-- For the tables that came after 0009.planning.sql; a later one says so itself.
DO $$
DECLARE of_workspaces text;
BEGIN
    FOR of_workspaces IN
        SELECT quote_ident(c.relname) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attname = 'account_id'
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN account_id SET (n_distinct = 1)', of_workspaces);
    END LOOP;
END $$;
