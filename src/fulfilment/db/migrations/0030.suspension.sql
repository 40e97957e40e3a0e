-- The operator may suspend a workspace: it can be read, and nothing in it changed (docs/decisions/0055-suspension.md).

ALTER TABLE accounts ADD COLUMN suspended_at timestamptz;
ALTER TABLE accounts ADD COLUMN suspension_reason text;
COMMENT ON COLUMN accounts.suspended_at IS 'null: it is open';
COMMENT ON COLUMN accounts.suspension_reason IS 'for the operator alone';
