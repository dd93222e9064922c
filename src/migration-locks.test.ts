/**
 * An upgrade runs beside the program of the version before: a migration that holds a large table for as long as it takes to read it whole stops
 * the business. What does is found here, and said in the file where it is meant (`-- locks: why that is short enough`).
 */
import { expect, test } from 'vitest'
import { migrations_dir, readMigrations } from '#server/database/migrate.ts'

/** Those with a row or more for each order, ticket, posting or act. */
const large_tables = [
  'sale_order',
  'order_line',
  'channel_request',
  'xskt_ticket',
  'ledger_entry',
  'ledger_posting',
  'audit_log',
  'audit_change',
  'command',
]
const of_large = String.raw`(?:only\s+)?(?:public\.)?"?(${large_tables.join('|')})"?\b`

/** What PostgreSQL does by reading or writing the whole table while others wait. */
const slow: readonly [what: string, pattern: RegExp][] = [
  [
    'an index that is not built concurrently',
    new RegExp(String.raw`^create (unique )?index (?!concurrently).* on ${of_large}`),
  ],
  ['a new type of a column', new RegExp(String.raw`^alter table ${of_large}.* alter (column )?\w+ (set data )?type `)],
  [
    'not null, without a check that was validated before',
    new RegExp(String.raw`^alter table ${of_large}.* set not null`),
  ],
  [
    'a constraint that is not added as not valid',
    new RegExp(
      String.raw`^alter table ${of_large}.* add (constraint \w+ )?(check|foreign key|unique|primary key|exclude)\b(?!.*not valid)`,
    ),
  ],
  [
    'a column whose value is computed for each row',
    new RegExp(
      String.raw`^alter table ${of_large}.* add (column )?.*(generated always as \(|default (clock_timestamp|gen_random_uuid|random|nextval)\()`,
    ),
  ],
  ['an update of every row', new RegExp(String.raw`^update ${of_large}(?!.* where )`)],
  ['a lock of the table', new RegExp(String.raw`^lock (table )?${of_large}`)],
]

/** Those before it are of 0.2.0 and landed, or were written, before this was looked at. */
const first_checked = '0200'

/** The statements of a file on one line each, in lower case, without comments and without the bodies of functions. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$')
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim().toLowerCase())
}

/** What in this file would keep others waiting. */
function findings(sql: string): string[] {
  if (/^-- locks: \S/m.test(sql)) return []
  // A table that the file itself has made is empty.
  const made = new Set(
    [...sql.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name!.toLowerCase()),
  )
  return statementsOf(sql).flatMap((statement) =>
    slow.flatMap(([what, pattern]) => {
      const table = pattern.exec(statement)?.find((part) => part !== undefined && large_tables.includes(part))
      return table !== undefined && !made.has(table) ? [`${what}: ${statement.slice(0, 120)}`] : []
    }),
  )
}

test('no migration since holds a large table for as long as it is long, unless it says why', () => {
  const checked = readMigrations(migrations_dir).filter(({ name }) => name >= first_checked)
  expect(checked.flatMap(({ name, sql }) => findings(sql).map((one) => `${name}: ${one}`))).toEqual([])
})

test.each([
  ['create index sale_order_by_x on sale_order (x);', 1],
  ['create index concurrently sale_order_by_x on sale_order (x);', 0],
  ['create index customer_by_x on customer (x);', 0],
  ['alter table order_line alter column amount type numeric;', 1],
  ['alter table order_line alter column amount set not null;', 1],
  ['alter table order_line\n  add constraint c check (amount > 0);', 1],
  ['alter table order_line add constraint c check (amount > 0) not valid;', 0],
  ['alter table order_line add column note text;', 0],
  ['alter table order_line add column at timestamptz default clock_timestamp();', 1],
  ['alter table order_line add column n integer not null default 0;', 0],
  ['update sale_order set x = 1;', 1],
  ['update sale_order set x = 1 where order_id = 7;', 0],
  ['-- locks: nothing is in it before 0.3.0\ncreate index sale_order_by_x on sale_order (x);', 0],
  ['create table command (a integer);\ncreate index a on command (a);', 0],
  ['create function f() returns void language sql as $$ update sale_order set x = 1 $$;', 0],
])('%s', (sql, count) => {
  expect(findings(sql)).toHaveLength(count)
})
