/**
 * An upgrade runs while the previous version still serves: a migration that locks a large table during a full scan blocks the business, and one that
 * drops what the previous version uses breaks its calls. This test finds both; a migration that does so on purpose explains it
 * (`-- locks: why that is short enough`, `-- contract: since when nothing uses it`).
 */
import { expect, test } from 'vitest'
import { migrations_dir, readMigrations } from '#server/database/migrate.ts'

/** Tables with about one row for each order, ticket, posting or action, and the sums of reports. */
const large_tables = [
  'sale_order',
  'order_line',
  'order_payment',
  'channel_request',
  'sale_sum',
  'sale_play',
  'sale_day_account',
  'sale_hour_pos',
  'xskt_ticket',
  'stock_movement',
  'unsold_prize',
  'reward',
  'payout',
  'webhook_event',
  'notification',
  'ledger_transfer',
  'ledger_entry',
  'audit_log',
  'audit_change',
  'command',
]
const of_large = String.raw`(?:only\s+)?(?:public\.)?"?(${large_tables.join('|')})"?\b`

/** Statements that scan or rewrite the whole table under a lock that blocks others. */
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

const any_table = String.raw`(?:if exists )?(?:only )?(?:public\.)?"?(\w+)"?`

/** Statements that remove what the previous version may still use, or add what it would have to fill. */
const contracting: readonly [what: string, pattern: RegExp][] = [
  ['a table that is dropped', new RegExp(String.raw`^drop table ${any_table}`)],
  ['a view or function that is dropped', /^drop (?:materialized view|view|function|procedure) (?:if exists )?(\w+)/],
  [
    'a column that is dropped',
    new RegExp(String.raw`^alter table ${any_table} (?:.*, )?drop (?:column )?(?!constraint|default)`),
  ],
  [
    'a name that becomes another',
    new RegExp(String.raw`^alter (?:table|view|function) ${any_table}.* rename (?!constraint)`),
  ],
  [
    'a column that must be filled',
    new RegExp(String.raw`^alter table ${any_table} (?:.*, )?add (?:column )?(?!.*default).* not null`),
  ],
  ['not null', new RegExp(String.raw`^alter table ${any_table}.* set not null`)],
]

/** Earlier migrations are part of 0.2.0 and older than this check. */
const first_checked = { locks: '0200', contract: '0251' }

/** The file's statements, one per line, in lower case, without comments and function bodies. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$')
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
}

type Rule = keyof typeof first_checked

/** Statements in this file that block other sessions, or break the previous version. */
function findings(sql: string, rule: Rule = 'locks'): string[] {
  if (new RegExp(String.raw`^-- ${rule}: \S`, 'm').test(sql)) return []
  // A table created in the same file is empty and unused.
  const new_tables = new Set(
    [...sql.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name!.toLowerCase()),
  )
  return statementsOf(sql).flatMap((statement) =>
    (rule === 'locks' ? slow : contracting).flatMap(([danger, pattern]) => {
      const parts = pattern.exec(statement)?.slice(1)
      const table = parts?.find((part) => part !== undefined && (rule === 'contract' || large_tables.includes(part)))
      return table !== undefined && !new_tables.has(table) ? [`${danger}: ${statement.slice(0, 120)}`] : []
    }),
  )
}

test('every large table is made by a migration', () => {
  const migrations_sql = readMigrations(migrations_dir)
    .map(({ sql }) => sql)
    .join('\n')
  const missing = large_tables.filter(
    (table) => !new RegExp(String.raw`(create table|rename to) ${table}\b`).test(migrations_sql),
  )
  expect(missing).toEqual([])
})

test.each(['locks', 'contract'] as const)('every newer migration keeps the rule of %s, or says why not', (rule) => {
  const newer = readMigrations(migrations_dir).filter(({ name }) => name >= first_checked[rule])
  expect(newer.flatMap(({ name, sql }) => findings(sql, rule).map((finding) => `${name}: ${finding}`))).toEqual([])
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
])('the rule of locks finds in “%s”: %i', (sql, count) => {
  expect(findings(sql)).toHaveLength(count)
})

test.each([
  ['drop table customer;', 1],
  ['drop table if exists customer;', 1],
  ['create table spare (a integer);\ndrop table spare;', 0],
  ['drop function pay(integer);', 1],
  ['drop index customer_by_x;', 0],
  ['alter table customer drop column note;', 1],
  ['alter table customer add column a integer, drop note;', 1],
  ['alter table customer drop constraint c;', 0],
  ['alter table customer alter column a drop not null;', 0],
  ['alter table customer rename column a to b;', 1],
  ['alter table customer rename to client;', 1],
  ['alter table customer rename constraint a to b;', 0],
  ['alter table customer add column a integer not null;', 1],
  ['alter table customer add column a integer not null default 0;', 0],
  ['alter table customer add column a integer;', 0],
  ['alter table customer alter column a set not null;', 1],
  ['-- contract: nothing has read it since 0.2.0\nalter table customer drop column note;', 0],
])('the rule of contract finds in “%s”: %i', (sql, count) => {
  expect(findings(sql, 'contract')).toHaveLength(count)
})
