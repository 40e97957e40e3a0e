-- expand: 0.3.0
-- Prepaid credit: balances, transactions, charges of shipments, and purchases.

CREATE TABLE credit_balances (
    account_id         text NOT NULL,
    balance            bigint NOT NULL DEFAULT 0,
    held               bigint NOT NULL DEFAULT 0,
    transaction_count  bigint NOT NULL DEFAULT 0,
    updated_at         timestamptz NOT NULL,
    paid_in            bigint NOT NULL DEFAULT 0,
    owed               bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CHECK (balance >= 0),
    CONSTRAINT credit_balances_check CHECK (held <= balance),
    CHECK (held >= 0),
    CHECK (owed >= 0)
) WITH (fillfactor = 80);
ALTER TABLE credit_balances
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE credit_balances IS 'balance is the sum of the transactions; its row is locked before anything else of credits';
COMMENT ON COLUMN credit_balances.paid_in IS 'the balance and all that shipments may still be given back: charges and refunds leave it, so no refund passes it';
COMMENT ON COLUMN credit_balances.owed IS 'taken back of purchases and not there any more: the next top-ups are for it';

CREATE TABLE credit_transactions (
    account_id     text NOT NULL,
    id             text NOT NULL,
    number         bigint NOT NULL,
    kind           text NOT NULL,
    amount         bigint NOT NULL,
    balance_after  bigint NOT NULL,
    shipment_id    text,
    external_ref   text,
    memo           text,
    created_at     timestamptz NOT NULL,
    created_by     text,
    PRIMARY KEY (account_id, id),
    FOREIGN KEY (account_id) REFERENCES credit_balances,
    CHECK (amount <> 0),
    CHECK (balance_after >= 0),
    CHECK (kind IN ('topup', 'shipment_charge', 'shipment_refund', 'manual_adjustment'))
);
ALTER TABLE credit_transactions
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN credit_transactions.number IS 'they count up from 1, so that their order is that of the balances after them';
COMMENT ON COLUMN credit_transactions.created_by IS 'who topped up or adjusted by hand; null for what a shipment did';
CREATE UNIQUE INDEX credit_transactions_newest ON credit_transactions (account_id, number DESC);
CREATE INDEX credit_transactions_by_time ON credit_transactions (account_id, created_at, number);
CREATE UNIQUE INDEX credit_transactions_external_ref ON credit_transactions (account_id, kind, external_ref)
    WHERE external_ref IS NOT NULL;
CREATE UNIQUE INDEX credit_transactions_one_charge ON credit_transactions (account_id, shipment_id)
    WHERE kind = 'shipment_charge';
-- What moved the credit for one parcel stands in its history.
CREATE INDEX credit_transactions_of_shipment ON credit_transactions (account_id, shipment_id, number)
    WHERE shipment_id IS NOT NULL;

CREATE FUNCTION count_credit_stats() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO credit_hourly_stats AS h (account_id, hour, spent, added)
    SELECT account_id, date_trunc('hour', created_at, 'UTC'),
           coalesce(sum(-amount) FILTER (WHERE kind IN ('shipment_charge', 'shipment_refund')), 0),
           coalesce(sum(amount) FILTER (WHERE kind NOT IN ('shipment_charge', 'shipment_refund')), 0)
      FROM made GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (account_id, hour) DO UPDATE SET spent = h.spent + excluded.spent, added = h.added + excluded.added;
    RETURN NULL;
END
$$;
CREATE TRIGGER credit_transactions_count_stats AFTER INSERT ON credit_transactions REFERENCING NEW TABLE AS made
    FOR EACH STATEMENT EXECUTE FUNCTION count_credit_stats();

CREATE TABLE shipment_charges (
    account_id   text NOT NULL,
    shipment_id  text NOT NULL,
    held         bigint NOT NULL DEFAULT 0,
    charged      bigint NOT NULL DEFAULT 0,
    refunded     bigint NOT NULL DEFAULT 0,
    adjusted     bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, shipment_id),
    FOREIGN KEY (account_id) REFERENCES credit_balances,
    CHECK (charged >= 0),
    CHECK (held >= 0),
    CONSTRAINT shipment_charges_left CHECK (refunded >= 0 AND (refunded <= (charged + adjusted))),
    CONSTRAINT shipment_charges_one_of CHECK (held = 0 OR charged = 0)
) WITH (fillfactor = 80);
ALTER TABLE shipment_charges
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE shipment_charges IS 'what each shipment holds, was charged and got back';
COMMENT ON COLUMN shipment_charges.adjusted IS 'charged beyond the charge, or given back of it, since the courier weighed again';
