-- Who moved credit by hand, and what was ever paid in, so that a refund always has room.

ALTER TABLE credit_transactions ADD COLUMN created_by text;
COMMENT ON COLUMN credit_transactions.created_by IS 'who topped up or adjusted by hand; null for what a shipment did';

ALTER TABLE credit_balances ADD COLUMN paid_in bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN credit_balances.paid_in IS
    'the balance and all that shipments may still be given back: charges and refunds leave it, so no refund passes it';
UPDATE credit_balances b
   SET paid_in = b.balance + coalesce((SELECT sum(s.charged + s.adjusted - s.refunded) FROM credit_shipments s
                                        WHERE s.account_id = b.account_id), 0);
