-- What a payment provider is asked for, and what it said (docs/billing.md). Ids that begin with ours (`chk_`, `sub_`,
-- `inv_`) are made here, the provider's are in columns called provider_….

CREATE TABLE billing_accounts (
    account_id            text PRIMARY KEY REFERENCES accounts,
    provider_customer_id  text UNIQUE,
    last_event_at         timestamptz,
    due_at                timestamptz
);
ALTER TABLE billing_accounts ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE billing_accounts IS 'its row is locked before anything else of a workspace''s billing';
COMMENT ON COLUMN billing_accounts.due_at IS 'when a checkout of the workspace is due at the latest: the workers take these in turn';
CREATE INDEX billing_accounts_due ON billing_accounts (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE checkouts (
    account_id           text NOT NULL REFERENCES accounts,
    id                   text NOT NULL UNIQUE,
    kind                 text NOT NULL CHECK (kind IN ('plan', 'credit')),
    state                text NOT NULL CHECK (state IN ('opening', 'open', 'paid', 'expired', 'failed')),
    plan                 text CHECK (plan IN ('starter', 'growth', 'scale')),
    amount               bigint NOT NULL CHECK (amount > 0),
    currency             text NOT NULL CHECK (currency IN ('IDR', 'USD')),
    terms                text NOT NULL,
    subscription_id      text,
    invoice_id           text,
    provider_session_id  text UNIQUE,
    provider_payment_id  text UNIQUE,
    url                  text,
    expires_at           timestamptz,
    settled_at           timestamptz,
    actor                text NOT NULL,
    memory               text,
    holder               integer,
    lease_until          timestamptz,
    due_at               timestamptz,
    faults               integer NOT NULL DEFAULT 0,
    version              bigint NOT NULL DEFAULT 0,
    created_at           timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, id),
    CHECK ((kind = 'plan') = (plan IS NOT NULL AND subscription_id IS NOT NULL AND invoice_id IS NOT NULL))
);
ALTER TABLE checkouts ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN checkouts.terms IS 'all that the provider is asked for, as JSON: a repeat must ask for the same';
COMMENT ON COLUMN checkouts.memory IS 'the idempotency key it was asked for under, as JSON';
COMMENT ON COLUMN checkouts.state IS 'opening: the provider is being asked for the page; open: somebody may pay on it';
COMMENT ON COLUMN checkouts.due_at IS 'when the worker looks at it next; null: never again';
CREATE INDEX checkouts_due ON checkouts (account_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX checkouts_left_behind ON checkouts (account_id, memory) WHERE state = 'opening' AND memory IS NOT NULL;
CREATE UNIQUE INDEX checkouts_by_subscription ON checkouts (subscription_id) WHERE subscription_id IS NOT NULL;

CREATE TABLE subscriptions (
    account_id                text NOT NULL REFERENCES accounts,
    id                        text NOT NULL UNIQUE,
    provider_subscription_id  text NOT NULL UNIQUE,
    plan                      text NOT NULL CHECK (plan IN ('starter', 'growth', 'scale')),
    currency                  text NOT NULL,
    status                    text NOT NULL
        CHECK (status IN ('active', 'past_due', 'canceling', 'canceled', 'incomplete')),
    current_period_start      timestamptz NOT NULL,
    current_period_end        timestamptz NOT NULL,
    cancel_at                 timestamptz,
    ended_at                  timestamptz,
    is_current                boolean NOT NULL,
    ending                    text CHECK (ending IN ('period_end', 'now')),
    due_at                    timestamptz,
    faults                    integer NOT NULL DEFAULT 0,
    version                   bigint NOT NULL DEFAULT 0,
    created_at                timestamptz NOT NULL DEFAULT now(),
    updated_at                timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, id)
);
COMMENT ON COLUMN subscriptions.is_current IS 'the workspace''s plan follows it; one at most, and it stays so when it has ended';
COMMENT ON COLUMN subscriptions.ending IS 'what the provider was asked for and has not confirmed yet';
COMMENT ON COLUMN subscriptions.due_at IS 'when the worker looks at it next';
CREATE UNIQUE INDEX subscriptions_current ON subscriptions (account_id) WHERE is_current;
CREATE INDEX subscriptions_due ON subscriptions (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE invoices (
    account_id           text NOT NULL REFERENCES accounts,
    id                   text NOT NULL UNIQUE,
    provider_invoice_id  text NOT NULL UNIQUE,
    subscription_id      text,
    plan                 text,
    amount               bigint NOT NULL,
    currency             text NOT NULL,
    status               text NOT NULL CHECK (status IN ('draft', 'open', 'paid', 'void', 'uncollectible')),
    paid_at              timestamptz,
    receipt_url          text,
    created_at           timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
);
CREATE INDEX invoices_newest ON invoices (account_id, created_at DESC, id DESC);

CREATE TABLE payment_events (
    id           text PRIMARY KEY,
    account_id   text,
    type         text NOT NULL,
    received_at  timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE payment_events ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE payment_events IS 'what the provider told of and was applied, in the same transaction, each once';
CREATE INDEX payment_events_old ON payment_events (received_at);

-- As for every table: planned as if one workspace had all of it.
ALTER TABLE billing_accounts ALTER COLUMN account_id SET (n_distinct = 1);
ALTER TABLE checkouts ALTER COLUMN account_id SET (n_distinct = 1);
ALTER TABLE subscriptions ALTER COLUMN account_id SET (n_distinct = 1);
ALTER TABLE invoices ALTER COLUMN account_id SET (n_distinct = 1);
ALTER TABLE payment_events ALTER COLUMN account_id SET (n_distinct = 1);
