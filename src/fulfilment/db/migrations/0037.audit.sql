-- The audit log (docs/decisions/0065-audit-log.md): written by a function, so that what cannot be written undoes
-- nothing else and costs no round trip of its own; found by whom and by what; forgotten by its age.

CREATE TYPE audit_line AS (
    account_id   text,
    id           text,
    actor_type   text,
    actor_id     text,
    actor_email  text,
    action       text,
    target_type  text,
    target_id    text,
    before       text,
    after        text,
    ip           text,
    user_agent   text,
    metadata     text
);

-- Lines of one moment stand in the order in which they were told, which the wire does not show.
CREATE FUNCTION insert_audit_lines(lines audit_line[]) RETURNS void
    LANGUAGE sql VOLATILE
BEGIN ATOMIC
    INSERT INTO audit_entries (account_id, id, actor_type, actor_id, actor_email, action, target_type, target_id,
                               before, after, ip, user_agent, metadata, created_at)
    SELECT l.account_id, l.id, l.actor_type, l.actor_id, l.actor_email, l.action, l.target_type, l.target_id,
           l.before::json, l.after::json, l.ip, l.user_agent, l.metadata::json,
           date_trunc('milliseconds', statement_timestamp()) + least(l.nth - 1, 999) * interval '1 microsecond'
      FROM unnest(lines) WITH ORDINALITY AS l (account_id, id, actor_type, actor_id, actor_email, action, target_type,
                                               target_id, before, after, ip, user_agent, metadata, nth);
END;

-- Answers the ids of the lines that could not be written and why, the SQLSTATE of the last failure; null where there
-- is none. Where one of them is to blame the others are written; a table that is locked, or a server that is too slow,
-- is not asked once for each.
CREATE FUNCTION record_audit_lines(lines audit_line[], OUT unwritten text[], OUT problem text)
    LANGUAGE plpgsql VOLATILE
AS $$
DECLARE line audit_line;
BEGIN
    BEGIN
        PERFORM insert_audit_lines(lines);
        RETURN;
    EXCEPTION
        WHEN query_canceled OR lock_not_available OR deadlock_detected THEN
            problem := SQLSTATE;
            unwritten := ARRAY(SELECT l.id FROM unnest(lines) AS l);
            RETURN;
        WHEN OTHERS THEN
            problem := SQLSTATE;
    END;
    FOREACH line IN ARRAY lines LOOP
        BEGIN
            PERFORM insert_audit_lines(ARRAY[line]);
        EXCEPTION WHEN OTHERS OR query_canceled THEN
            problem := SQLSTATE;
            unwritten := unwritten || line.id;
        END;
    END LOOP;
END;
$$;

CREATE INDEX audit_entries_by_actor ON audit_entries (account_id, actor_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_by_target_id ON audit_entries (account_id, target_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_by_age ON audit_entries (created_at);
