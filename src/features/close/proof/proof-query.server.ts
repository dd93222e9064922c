/** One SQL statement reads all proofs of a day, so that they see one snapshot, whatever is written meanwhile. */
import { sql, type RawBuilder } from 'kysely'
import { moneyText } from '#contract/text/money-text.ts'
import type { Db } from '#server/database/transaction.ts'
import { max_findings, type FoundDifference } from '#features/close/day-close/day-close.contract.ts'

/** The queries of a proof; they use the sources in the statement's `with`. */
export interface ProofQuery {
  /** One row of sums; the proof's equation uses their names. */
  facts: (day: string) => RawBuilder<unknown>
  /** The breakdown: rows of a name and its values. */
  lines?: (day: string) => RawBuilder<unknown>
  /** The differences: rows of key, title, amount and link. */
  findings: (day: string) => RawBuilder<unknown>[]
}

export interface ProofFigures {
  facts: Record<string, number>
  lines: { name: string; values: number[] }[]
  found: number
  findings: FoundDifference[]
}

/** The figures of these proofs by name, from one snapshot. */
export async function readFigures<N extends string>(
  db: Db,
  day: string,
  sources: readonly RawBuilder<unknown>[],
  queries: Readonly<Record<N, ProofQuery>>,
): Promise<Record<N, ProofFigures>> {
  const columns = (Object.entries(queries) as [N, ProofQuery][]).map(
    ([name, query]) => sql`${figuresOf(query, day)} as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Record<N, ProofFigures>>`with ${sql.join(sources)} select ${sql.join(columns)}`.execute(db)
  const read = rows[0]!
  for (const { findings } of Object.values<ProofFigures>(read))
    for (const finding of findings) finding.title = withMoney(finding.title)
  return read
}

/** Replaces amounts such as '270000 đ' of the database by '270.000 đ'. */
const withMoney = (title: string) => title.replaceAll(/\d{4,} đ/g, (money) => moneyText(Number.parseInt(money, 10)))

function figuresOf({ facts, lines, findings }: ProofQuery, day: string) {
  const queries = findings(day)
  const all =
    queries.length > 0
      ? sql.join(queries, sql` union all `)
      : sql`select '' as key, '' as title, 0 as amount, '' as link where false`
  return sql`(select jsonb_build_object(
    'facts', (select to_jsonb(f) from (${facts(day)}) f),
    'lines', ${lines ? sql`(select coalesce(jsonb_agg(to_jsonb(l)), '[]') from (${lines(day)}) l)` : sql`'[]'::jsonb`},
    'found', count(*),
    'findings', coalesce(jsonb_agg(jsonb_build_object('key', left(key, 200), 'title', left(title, 500), 'amount', amount, 'link', link) order by n)
      filter (where n <= ${sql.lit(max_findings)}), '[]'))
    from (select f.*, row_number() over (order by key) as n from (${all}) f) f)`
}
