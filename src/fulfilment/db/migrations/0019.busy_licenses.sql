-- Most licenses have a few activations, one may have very many. So that the end of one activation is planned to look it up
-- by its id, and does not read all that are active on its license, every license is thought to have many (as in 0017).
ALTER TABLE license_activations ALTER COLUMN license_id SET (n_distinct = 10);
