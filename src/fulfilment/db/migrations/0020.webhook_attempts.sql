-- A foreign key looks each new row's delivery up again and locks it, a third of what recording an attempt costs, though
-- it is recorded by the statement that has just changed its delivery. So attempts are recorded for deliveries that this
-- statement found, and go with their deliveries by this trigger, which sees what was recorded until the moment it runs.
ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_account_id_delivery_id_fkey;

CREATE FUNCTION forget_webhook_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM webhook_attempts a USING gone g WHERE a.account_id = g.account_id AND a.delivery_id = g.id;
    RETURN NULL;
END $$;

CREATE TRIGGER webhook_deliveries_gone AFTER DELETE ON webhook_deliveries
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_webhook_attempts();
