"""The SQL of form states. Each belongs to one person in one workspace; its age is the database's."""

from fulfilment.infra.database.statements import sql

RETENTION_HOURS = 24
# A person's next form in a workspace takes the place of the oldest of so many.
MAX_PER_PERSON = 30

# `OFFSET 0` has the person's own found and sorted: never by their age, which a plan might prefer.
STORE = sql(
    "form_states.store",
    """
    WITH surplus AS (
        DELETE FROM form_states WHERE account_id = $1 AND person = $3 AND id = ANY (ARRAY(
            SELECT id FROM (SELECT id FROM form_states WHERE account_id = $1 AND person = $3 OFFSET 0) theirs
             ORDER BY id DESC OFFSET {most} - 1
        ))
    )
    INSERT INTO form_states (account_id, id, person, path, content) VALUES ($1, $2, $3, $4, $5)
    """,
    most=MAX_PER_PERSON,
)

FIND = sql(
    "form_states.find",
    """
    SELECT content, created_at, acted_at IS NOT NULL AS has_acted FROM form_states
     WHERE account_id = $1 AND person = $3 AND id = $2 AND path = $4
       AND created_at > now() - interval '{kept} hours'
    """,
    kept=RETENTION_HOURS,
)

NOTE_ACTED = sql(
    "form_states.note_acted",
    "UPDATE form_states SET acted_at = now() WHERE account_id = $1 AND person = $3 AND id = $2 AND acted_at IS NULL",
)

SELECT_EXPIRED = sql(
    "form_states.unscoped_old",
    """
    SELECT account_id, person, id FROM form_states WHERE created_at <= now() - interval '{kept} hours'
     ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED
    """,
    kept=RETENTION_HOURS,
)

# Each is looked up by its whole key, whatever the planner takes the table for.
DELETE = sql(
    "form_states.batched_forget",
    """
    DELETE FROM form_states WHERE ctid = ANY (ARRAY(
        SELECT f.ctid FROM unnest($1::text[], $2::text[], $3::text[]) AS old (account_id, person, id)
         CROSS JOIN LATERAL (SELECT ctid FROM form_states WHERE account_id = old.account_id
                                AND person = old.person AND id = old.id LIMIT 1) f
    ))
    """,
)
