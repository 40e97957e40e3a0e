-- expand: 0.3.0
-- Checkouts, subscriptions, invoices and the payment provider's events.

CREATE TABLE billing_accounts (
    account_id            text NOT NULL,
    provider_customer_id  text,
    last_event_at         timestamptz,
    due_at                timestamptz,
    PRIMARY KEY (account_id),
    UNIQUE (provider_customer_id),
    FOREIGN KEY (account_id) REFERENCES accounts
);
ALTER TABLE billing_accounts
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE billing_accounts IS 'its row is locked before anything else of a workspace''s billing';
COMMENT ON COLUMN billing_accounts.due_at IS 'when a checkout of the workspace is due at the latest: the workers take these in turn';
CREATE INDEX billing_accounts_due ON billing_accounts (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE checkouts (
    account_id           text NOT NULL,
    id                   text NOT NULL,
    kind                 text NOT NULL,
    state                text NOT NULL,
    plan                 text,
    amount               bigint NOT NULL,
    currency             text NOT NULL,
    terms                text NOT NULL,
    subscription_id      text,
    invoice_id           text,
    provider_session_id  text,
    provider_payment_id  text,
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
    UNIQUE (id),
    PRIMARY KEY (account_id, id),
    UNIQUE (provider_payment_id),
    UNIQUE (provider_session_id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CHECK (amount > 0),
    CONSTRAINT checkouts_check CHECK ((kind = 'plan') = ((plan IS NOT NULL) AND subscription_id IS NOT NULL AND invoice_id IS NOT NULL)),
    CHECK (currency IN ('IDR', 'USD')),
    CHECK (kind IN ('plan', 'credit')),
    CHECK (plan IN ('starter', 'growth', 'scale')),
    CHECK (state IN ('opening', 'open', 'paid', 'expired', 'failed'))
);
ALTER TABLE checkouts
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN checkouts.state IS 'opening: the provider is being asked for the page; open: somebody may pay on it';
COMMENT ON COLUMN checkouts.terms IS 'all that the provider is asked for, as JSON: a repeat must ask for the same';
COMMENT ON COLUMN checkouts.memory IS 'the idempotency key it was asked for under, as JSON';
COMMENT ON COLUMN checkouts.due_at IS 'when the worker looks at it next; null: never again';
CREATE INDEX checkouts_due ON checkouts (account_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX checkouts_left_behind ON checkouts (account_id, memory) WHERE state = 'opening' AND memory IS NOT NULL;
CREATE UNIQUE INDEX checkouts_by_subscription ON checkouts (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX checkouts_open_plans ON checkouts (account_id, created_at DESC) WHERE kind = 'plan' AND state = 'open';
-- Pages of a workspace that are being opened: few, however many it has opened.
CREATE INDEX checkouts_being_opened ON checkouts (account_id, lease_until) WHERE state = 'opening';
-- Checkouts that ended without a payment, by when they did: they are forgotten some day.
CREATE INDEX checkouts_unpaid ON checkouts (settled_at) WHERE state IN ('failed', 'expired');

CREATE TABLE credit_purchases (
    account_id           text NOT NULL,
    checkout_id          text NOT NULL,
    provider_payment_id  text,
    credited             bigint NOT NULL,
    paid                 bigint,
    paid_currency        text,
    refunded             bigint NOT NULL DEFAULT 0,
    disputed             bigint NOT NULL DEFAULT 0,
    taken_back           bigint NOT NULL DEFAULT 0,
    changes              integer NOT NULL DEFAULT 0,
    created_at           timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, checkout_id),
    FOREIGN KEY (account_id, checkout_id) REFERENCES checkouts,
    FOREIGN KEY (account_id) REFERENCES credit_balances,
    CONSTRAINT credit_purchases_check CHECK (taken_back >= 0 AND taken_back <= credited),
    CHECK (credited >= 0)
);
ALTER TABLE credit_purchases
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE credit_purchases IS 'what each paid checkout brought';
COMMENT ON COLUMN credit_purchases.taken_back IS 'refunded and disputed, as far as it was credited; the sum of it is what was taken of the balance and what is owed';
COMMENT ON COLUMN credit_purchases.changes IS 'how often taken_back changed, which numbers the transactions of it';

CREATE TABLE subscriptions (
    account_id                text NOT NULL,
    id                        text NOT NULL,
    provider_subscription_id  text NOT NULL,
    plan                      text NOT NULL,
    currency                  text NOT NULL,
    status                    text NOT NULL,
    current_period_start      timestamptz NOT NULL,
    current_period_end        timestamptz NOT NULL,
    cancel_at                 timestamptz,
    ended_at                  timestamptz,
    is_current                boolean NOT NULL,
    ending                    text,
    due_at                    timestamptz,
    faults                    integer NOT NULL DEFAULT 0,
    version                   bigint NOT NULL DEFAULT 0,
    created_at                timestamptz NOT NULL DEFAULT now(),
    updated_at                timestamptz NOT NULL DEFAULT now(),
    entitles                  boolean NOT NULL DEFAULT false,
    ending_actor              text,
    UNIQUE (id),
    PRIMARY KEY (account_id, id),
    UNIQUE (provider_subscription_id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CHECK (ending IN ('period_end', 'now')),
    CHECK (plan IN ('starter', 'growth', 'scale')),
    CHECK (status IN ('active', 'past_due', 'canceling', 'canceled', 'incomplete'))
);
ALTER TABLE subscriptions
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON COLUMN subscriptions.is_current IS 'the workspace''s plan follows it; one at most, and it stays so when it has ended';
COMMENT ON COLUMN subscriptions.ending IS 'what the provider was asked for and has not confirmed yet';
COMMENT ON COLUMN subscriptions.due_at IS 'when the worker looks at it next';
COMMENT ON COLUMN subscriptions.entitles IS 'whether the workspace has its plan by it: it is live, and paid or still being paid';
COMMENT ON COLUMN subscriptions.ending_actor IS 'who asked for what `ending` says, so that it is done in their name';
CREATE UNIQUE INDEX subscriptions_current ON subscriptions (account_id) WHERE is_current;
CREATE INDEX subscriptions_due ON subscriptions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX subscriptions_over ON subscriptions (cancel_at) WHERE cancel_at IS NOT NULL AND status <> 'canceled';

CREATE TABLE invoices (
    account_id           text NOT NULL,
    id                   text NOT NULL,
    provider_invoice_id  text NOT NULL,
    subscription_id      text,
    plan                 text,
    amount               bigint NOT NULL,
    currency             text NOT NULL,
    status               text NOT NULL,
    paid_at              timestamptz,
    receipt_url          text,
    created_at           timestamptz NOT NULL,
    UNIQUE (id),
    PRIMARY KEY (account_id, id),
    UNIQUE (provider_invoice_id),
    FOREIGN KEY (account_id) REFERENCES accounts,
    CHECK (status IN ('draft', 'open', 'paid', 'void', 'uncollectible'))
);
ALTER TABLE invoices
    ALTER COLUMN account_id SET (n_distinct = 1);
CREATE INDEX invoices_newest ON invoices (account_id, created_at DESC, id DESC);

CREATE TABLE payment_events (
    id           text NOT NULL,
    account_id   text,
    type         text NOT NULL,
    received_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (id)
);
ALTER TABLE payment_events
    ALTER COLUMN account_id SET (n_distinct = 1);
COMMENT ON TABLE payment_events IS 'what the provider told of and was applied, in the same transaction, each once';
CREATE INDEX payment_events_old ON payment_events (received_at);
