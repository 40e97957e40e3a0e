-- Plans are made once per connection, for whatever workspace comes (db/pool.py). Where most workspaces are small, the
-- planner would think a walk through all rows of one cheap, and be wrong about the one that is large. So it is told that
-- one workspace may have every row of a table: then only an index that leads to the rows themselves looks cheap to it.
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
