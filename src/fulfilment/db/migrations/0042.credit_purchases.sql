-- Shipping credit that is bought, and what of it is taken back by refunds and disputes (docs/credits.md). An older node
-- shows nothing of what is owed, and takes nothing of its top-ups.

ALTER TABLE credit_balances ADD COLUMN owed bigint NOT NULL DEFAULT 0 CHECK (owed >= 0);
COMMENT ON COLUMN credit_balances.owed IS 'taken back of purchases and not there any more: the next top-ups are for it';

CREATE TABLE credit_purchases (
    account_id           text NOT NULL REFERENCES credit_balances,
    checkout_id          text NOT NULL,
    provider_payment_id  text,
    credited             bigint NOT NULL CHECK (credited >= 0),
    paid                 bigint,
    paid_currency        text,
    refunded             bigint NOT NULL DEFAULT 0,
    disputed             bigint NOT NULL DEFAULT 0,
    taken_back           bigint NOT NULL DEFAULT 0 CHECK (taken_back BETWEEN 0 AND credited),
    changes              integer NOT NULL DEFAULT 0,
    created_at           timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, checkout_id),
    FOREIGN KEY (account_id, checkout_id) REFERENCES checkouts
);
ALTER TABLE credit_purchases ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE credit_purchases IS 'what each paid checkout brought';
COMMENT ON COLUMN credit_purchases.taken_back IS
    'refunded and disputed, as far as it was credited; the sum of it is what was taken of the balance and what is owed';
COMMENT ON COLUMN credit_purchases.changes IS 'how often taken_back changed, which numbers the transactions of it';
