"""The SQL of sign-ins. A session is a person's, not a workspace's; its times are those of the database's clock."""

from fulfilment.infra.auth.console_sessions import ACTIVE, MAX_AGE_HOURS
from fulfilment.infra.database.statements import sql

# Sessions are deleted an hour after the longest age that they may reach; until then a list and a log show them.
RETENTION_HOURS = MAX_AGE_HOURS + 1

# A sign-in has a new id each time, and ends the previous session of its browser. The oldest sessions of a person beyond
# a number are deleted, so that the table and the list of sessions stay small. `OFFSET 0` has PostgreSQL find the
# sessions by person and then sort them; a plan might prefer to find them by age.
CREATE_SESSION = sql(
    "sign_in.unscoped_open",
    """
    WITH former AS (
        UPDATE sessions SET ended_at = now() WHERE id_hash = $12 AND ended_at IS NULL
    ), surplus AS (
        DELETE FROM sessions WHERE id_hash = ANY (ARRAY(
            SELECT id_hash
              FROM (SELECT id_hash, made_at FROM sessions WHERE subject = $3 AND issuer = $2 OFFSET 0) theirs
             ORDER BY made_at DESC OFFSET $14 - 1
        ))
    )
    INSERT INTO sessions (id_hash, issuer, subject, email, name, roles, usual_account_id, account_ids, signed_in_at,
                          sid, user_agent, ip)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
            CASE WHEN $9::timestamptz IS NOT NULL THEN least($9, now()) END, $10, $11, $13)
    RETURNING made_at
    """,
)

# The first request uses the token; later requests find it used.
CONSUME_TOKEN = sql(
    "sign_in.unscoped_use",
    """
    INSERT INTO used_tokens (token_hash, good_until) VALUES ($1, now() + $2::interval)
    ON CONFLICT (token_hash) DO NOTHING
    RETURNING true
    """,
)

END_SESSION = sql(
    "sign_in.unscoped_end",
    "UPDATE sessions SET ended_at = now() WHERE id_hash = $1 AND ended_at IS NULL RETURNING true",
)

# One statement marks a logout token as used and ends the sessions. A used token ends nothing, and a token whose
# statement failed may come again.
_LOG_OUT = """
    WITH used AS (
        INSERT INTO used_tokens (token_hash, good_until) VALUES ($1, now() + $2::interval)
        ON CONFLICT (token_hash) DO NOTHING
        RETURNING token_hash
    ), ended AS (
        UPDATE sessions SET ended_at = now()
         WHERE id_hash = ANY (ARRAY({which})) AND issuer = $3 AND ended_at IS NULL AND EXISTS (SELECT FROM used)
        RETURNING id_hash
    )
    SELECT EXISTS (SELECT FROM used) AS is_first, (SELECT count(*) FROM ended) AS ended
"""
LOG_OUT_SUBJECT = sql(
    "sign_in.unscoped_log_out_subject", _LOG_OUT, which="SELECT id_hash FROM sessions WHERE subject = $4"
)
# Sessions that began without a `sid` of the provider all end with the person.
LOG_OUT_SID = sql(
    "sign_in.unscoped_log_out_sid",
    _LOG_OUT,
    which="""
        SELECT id_hash FROM sessions WHERE sid = $5 AND ($4::text IS NULL OR subject = $4)
         UNION ALL
        SELECT id_hash FROM sessions WHERE subject = $4 AND sid IS NULL
    """,
)

# Sessions of a list of ids, found one by one by id; a plan might prefer to find them by age in a young table.
_BY_ID = """
    SELECT columns(sessions s) FROM unnest({ids}) AS their (id_hash)
      JOIN LATERAL (SELECT columns(sessions) FROM sessions WHERE id_hash = their.id_hash LIMIT 1) s ON {goes_on} {also}
     ORDER BY s.made_at DESC LIMIT $1
"""

LIST_OF_PERSON = sql(
    "sign_in.unscoped_of_person",
    _BY_ID,
    ids="ARRAY(SELECT id_hash FROM sessions WHERE subject = $2)",
    goes_on=ACTIVE,
    also="AND s.issuer = $3",
)

END_ONE_OF_PERSON = sql(
    "sign_in.unscoped_end_of_person",
    """
    UPDATE sessions SET ended_at = now()
     WHERE id_hash = $1 AND subject IS NOT DISTINCT FROM $2 AND issuer = $3 AND ended_at IS NULL
    RETURNING true
    """,
)

END_OTHERS = sql(
    "sign_in.unscoped_end_others",
    """
    UPDATE sessions SET ended_at = now()
     WHERE id_hash = ANY (ARRAY(SELECT id_hash FROM sessions WHERE subject = $1))
       AND issuer = $2 AND id_hash <> $3 AND ended_at IS NULL
    RETURNING id_hash
    """,
)

# For the operator. There are no more sessions than people signed in within a day.
_NEWEST = """
    SELECT columns(sessions s) FROM sessions s WHERE {which} AND {goes_on} ORDER BY s.made_at DESC LIMIT $1
"""
LIST_NEWEST = sql("sign_in.unscoped_newest", _NEWEST, which="true", goes_on=ACTIVE)
LIST_NEWEST_OF_WORKSPACE = sql(
    "sign_in.unscoped_newest_of_workspace", _NEWEST, which="$2 = ANY (s.account_ids)", goes_on=ACTIVE
)
_SESSIONS_OF_PERSON = """
    ARRAY(
        SELECT id_hash FROM sessions WHERE subject = {person}
         UNION ALL
        SELECT id_hash FROM sessions WHERE lower(email) = lower({person}) AND subject IS DISTINCT FROM {person}
    )
"""
LIST_NEWEST_OF_PERSON = sql(
    "sign_in.unscoped_newest_of_somebody", _BY_ID, ids=_SESSIONS_OF_PERSON.format(person="$2"), goes_on=ACTIVE, also=""
)

_END_MANY = "UPDATE sessions s SET ended_at = now() WHERE {which} AND {goes_on} RETURNING s.id_hash"
END_ALL = sql("sign_in.unscoped_end_all", _END_MANY, which="true", goes_on=ACTIVE)
END_ALL_OF_WORKSPACE = sql(
    "sign_in.unscoped_end_of_workspace", _END_MANY, which="$1 = ANY (s.account_ids)", goes_on=ACTIVE
)
END_ALL_OF_PERSON = sql(
    "sign_in.unscoped_end_of_somebody",
    _END_MANY,
    which=f"s.id_hash = ANY ({_SESSIONS_OF_PERSON.format(person='$1')})",
    goes_on=ACTIVE,
)

SELECT_EXPIRED_SESSIONS = sql(
    "sign_in.unscoped_old_sessions",
    """
    SELECT id_hash FROM sessions WHERE made_at <= now() - $1::interval
     ORDER BY made_at LIMIT $2 FOR UPDATE SKIP LOCKED
    """,
)
DELETE_SESSIONS = sql("sign_in.unscoped_forget_sessions", "DELETE FROM sessions WHERE id_hash = ANY ($1::bytea[])")

SELECT_EXPIRED_TOKENS = sql(
    "sign_in.unscoped_old_uses",
    """
    SELECT token_hash FROM used_tokens WHERE good_until <= now()
     ORDER BY good_until LIMIT $1 FOR UPDATE SKIP LOCKED
    """,
)
DELETE_TOKENS = sql("sign_in.unscoped_forget_uses", "DELETE FROM used_tokens WHERE token_hash = ANY ($1::bytea[])")
