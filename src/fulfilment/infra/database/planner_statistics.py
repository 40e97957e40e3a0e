"""Planner statistics set by rule, so that plans do not depend on the rows of the day (decision 29).

PostgreSQL knows nothing of a table that was never analysed, and plans for two hundred equal workspaces; of one that
was, it knows what was in it then, and keeps planning for that while a workspace fills. So each column has the
statistics that a rule gives it. Of different values it has as many as a migration says (`SET (n_distinct = ...)`), or
else

- one for each row, where an index says that no two rows of a workspace share one,
- two of a truth value, and otherwise a fifth as many as there are rows.

One workspace has most of every table, what may be null is so half of the time, and what a partial index is for
(`WHERE state = 'open'`) is common, so that such an index is not thought to be small.

Only how large the tables are is still looked up, each time a statement is planned. Being told needs PostgreSQL 18;
older servers learn from the rows, and are told to do so at once where they know nothing.
"""

from itertools import groupby
from operator import itemgetter

import psycopg
from psycopg.sql import SQL, Identifier

from fulfilment.infra.database.statements import own_sql

TELLING_VERSION = 180_000

# Each column, and each that an index computes, whose statistics are not those of the rule, with those.
_UNTOLD = """
    WITH known AS MATERIALIZED (
        SELECT tablename, attname, n_distinct, null_frac, most_common_vals::text AS common
          FROM pg_stats WHERE schemaname = current_schema()
    ), held AS MATERIALIZED (
        SELECT i.indrelid, found[1] AS attname, array_agg(DISTINCT found[2])::text AS common
          FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         CROSS JOIN regexp_matches(pg_get_expr(i.indpred, i.indrelid), $$\\((\\w+) = '(\\w+)'::text\\)$$, 'g') AS found
         WHERE c.relnamespace = current_schema()::regnamespace AND i.indpred IS NOT NULL GROUP BY 1, 2
    )
    SELECT t.relation, t.relkind = 'r', t.number, t.attname, t.null_frac, t.n_distinct, t.common
      FROM (SELECT c.oid, c.relname AS relation, c.relkind, a.attname, a.attnum AS number, a.attstattarget, held.common,
                   -- An index that begins with the workspace is to be better than the same one of all workspaces.
                   CASE WHEN a.attname = 'account_id' THEN 0.3 WHEN a.attnotnull OR c.relkind = 'i' THEN 0
                        ELSE 0.5 END::real AS null_frac,
                   coalesce(
                       (SELECT split_part(option, '=', 2)::real FROM unnest(a.attoptions) AS option
                         WHERE option LIKE 'n\\_distinct=%'),
                       CASE WHEN a.atttypid = 'boolean'::regtype THEN 2
                            WHEN EXISTS (SELECT FROM pg_index i
                                          WHERE i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL
                                            AND a.attnum = i.indkey[i.indnkeyatts - 1]
                                            AND (i.indnkeyatts = 1 OR i.indnkeyatts = 2 AND 'account_id' =
                                                (SELECT attname FROM pg_attribute
                                                  WHERE attrelid = c.oid AND attnum = i.indkey[0]))) THEN -1
                            ELSE -0.2 END)::real AS n_distinct
              FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
              LEFT JOIN pg_index x ON x.indexrelid = c.oid
              LEFT JOIN held ON held.indrelid = c.oid AND held.attname = a.attname
             WHERE c.relnamespace = current_schema()::regnamespace AND pg_has_role(c.relowner, 'MEMBER')
               AND a.attnum > 0 AND NOT a.attisdropped
               -- Of an index, what it computes.
               AND (c.relkind = 'r' OR c.relkind = 'i' AND x.indkey[a.attnum - 1] = 0)) AS t
      LEFT JOIN known s ON s.tablename = t.relation AND s.attname = t.attname
     WHERE t.attstattarget IS DISTINCT FROM 0
        OR (s.n_distinct, s.null_frac, s.common) IS DISTINCT FROM (t.n_distinct, t.null_frac, t.common)
     ORDER BY t.relkind DESC, t.relation, t.number
"""
_TELL = """
    SELECT pg_restore_attribute_stats('schemaname', current_schema()::text, 'relname', %s::text, 'attname', %s::text,
               'inherited', false, 'null_frac', %s::real, 'avg_width', 30, 'n_distinct', %s::real{common})
"""
_COMMON = ", 'most_common_vals', %s::text, 'most_common_freqs', array_fill(0.3::real, ARRAY[cardinality(%s::text[])])"
_TELL_RARE, _TELL_COMMON = _TELL.format(common=""), _TELL.format(common=_COMMON)
# A table that has rows, and of which nothing is known.
_UNKNOWN = """
    SELECT c.relname FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND pg_has_role(c.relowner, 'MEMBER')
       AND pg_relation_size(c.oid) > 0
       AND NOT EXISTS (SELECT FROM pg_stats s WHERE s.schemaname = current_schema() AND s.tablename = c.relname)
"""


def tell(connection: psycopg.Connection) -> None:
    """Give its statistics to every column that has others or none, as after a restore. Raises psycopg.Error.

    As a rule there is no such column, and this is one statement.
    """
    if connection.info.server_version < TELLING_VERSION:
        for (table,) in connection.execute(_UNKNOWN).fetchall():
            connection.execute(SQL("ANALYZE {}").format(Identifier(table)))
        return
    untold = connection.execute(_UNTOLD).fetchall()
    for (relation, is_table), columns in groupby(untold, key=itemgetter(0, 1)):
        with connection.transaction():
            _tell_of(connection, relation, is_table, list(columns))


def _tell_of(connection: psycopg.Connection, relation: str, is_table: bool, columns: list[tuple]) -> None:
    kind, numbered = (SQL("TABLE"), False) if is_table else (SQL("INDEX"), True)
    # What is computed for an index is named by its place.
    named = [SQL(own_sql(str(number))) if numbered else Identifier(name) for _, _, number, name, *_ in columns]
    kept = SQL(", ").join(SQL("ALTER COLUMN {} SET STATISTICS 0").format(name) for name in named)
    connection.execute(SQL("ALTER {} {} {}").format(kind, Identifier(relation), kept))
    for _, _, _, name, null_fraction, n_distinct, common in columns:
        told = [relation, name, null_fraction, n_distinct]
        connection.execute(*((_TELL_RARE, told) if common is None else (_TELL_COMMON, [*told, common, common])))
