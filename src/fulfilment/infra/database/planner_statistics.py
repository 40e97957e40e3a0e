"""Pinned planner statistics: a rule sets them, so that plans do not depend on the current rows (decision 29).

For a table that was never analysed, PostgreSQL assumes two hundred equal workspaces. For an analysed table it keeps the
statistics of that moment while a workspace grows. Therefore a rule sets the statistics of each column. The number of
distinct values is that of a migration (`SET (n_distinct = ...)`), or else

- as many as rows, where a unique index shows that no two rows of a workspace share a value,
- two for a boolean, and otherwise a fifth of the number of rows.

The rule assumes that one workspace has most rows of each table, and that half the values of a nullable column are null.
The value of a partial index (`WHERE state = 'open'`) counts as common, so that the planner does not take such an index
for small.

The planner still reads the sizes of tables whenever it plans a statement. Setting statistics needs PostgreSQL 18. Older
servers analyse the rows; tables without statistics are analysed at once.
"""

from itertools import groupby
from operator import itemgetter

import psycopg
from psycopg.sql import SQL, Identifier

from fulfilment.infra.database.statements import own_sql

TELLING_VERSION = 180_000

# Each column of a table, and each computed column of an index, whose statistics differ from the rule, with the rule's.
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
                   -- An index that begins with the workspace must seem better than the same index without it.
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
               -- Only computed columns of an index.
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
# Tables with rows, but without statistics.
_UNKNOWN = """
    SELECT c.relname FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND pg_has_role(c.relowner, 'MEMBER')
       AND pg_relation_size(c.oid) > 0
       AND NOT EXISTS (SELECT FROM pg_stats s WHERE s.schemaname = current_schema() AND s.tablename = c.relname)
"""


def tell(connection: psycopg.Connection) -> None:
    """Set the statistics of every column whose statistics differ or are missing, as after a restore.

    Usually there is no such column, and this is one statement. Raises psycopg.Error.
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
    # A computed column of an index is named by its number.
    named = [SQL(own_sql(str(number))) if numbered else Identifier(name) for _, _, number, name, *_ in columns]
    kept = SQL(", ").join(SQL("ALTER COLUMN {} SET STATISTICS 0").format(name) for name in named)
    connection.execute(SQL("ALTER {} {} {}").format(kind, Identifier(relation), kept))
    for _, _, _, name, null_fraction, n_distinct, common in columns:
        told = [relation, name, null_fraction, n_distinct]
        connection.execute(*((_TELL_RARE, told) if common is None else (_TELL_COMMON, [*told, common, common])))
