/** Fetches results of Keno and Bingo18 from the sources, stores each report once, and enters the result that the rule accepts. */
import { sql } from 'kysely'
import { asProgram } from '#server/audit/without-call.ts'
import { databaseNow } from '#server/database/clock.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import { GatewayError } from '#server/gateways/gateway.ts'
import {
  max_draws_queried,
  type FeedAddress,
  type ResultFeed,
  type ReportedResult,
} from '#server/gateways/result-feed.ts'
import { product } from '#features/results/product/product.contract.ts'
import { confirmResult } from '#features/results/result/confirm-result.server.ts'
import { lockResult } from '#features/results/result/draw-result.query.server.ts'
import { resultSource } from '#features/results/result/draw-result.contract.ts'
import { inPrintedOrder, numberFaults } from '#features/results/result/entry.rules.ts'
import { enterResult, findDrawShared, whyNoResult } from '#features/results/result/result-entry.server.ts'
import { decide, type FeedRule, type Report } from './feed.rules.ts'

/** Games that draw too often to be entered by hand, with their names at the sources. */
const games = { [product.keno]: 'keno', [product.bingo18]: 'bingo18' } as const
type FeedGame = keyof typeof games & number
const feed_games = Object.keys(games).map(Number) as FeedGame[]

/** A draw older than this is not queried any more: people enter its result. */
const query_window = '2 days'

export interface FeedContext {
  main: Db
  /** The clients of source 1 and source 2. */
  feeds: readonly [ResultFeed, ResultFeed]
  /** Queues the calculation of prizes after a confirmation. */
  enqueue: Enqueue
  /** The moment up to which draws are queried; by default the database's clock. */
  now?: string
}

interface FeedSettings extends FeedRule {
  sources: { source: 1 | 2; address: FeedAddress }[]
  started_at: string
}

/** A draw that has taken place and that this source has not reported yet. */
interface AwaitedDraw {
  period_id: number
  category: FeedGame
  draw: string
}

/**
 * Queries all sources and decides the draws that have reports.
 * @throws AggregateError at the end, when a source did not answer; the reports of the other one are kept.
 */
export async function receiveResults(context: FeedContext): Promise<void> {
  const { main } = context
  const settings = await settingsOf(main)
  if (!settings) return
  const now = context.now ?? (await databaseNow(main))
  const errors: unknown[] = []
  for (const { source, address } of settings.sources) {
    const error = await receiveFrom(context, { source, address, started_at: settings.started_at, now })
    if (error) errors.push(error)
  }
  for (const period_id of await undecidedDraws(main, settings.started_at, now)) {
    await asProgram(main, 'Nhận kết quả từ nguồn', (db) =>
      decideDraw(db, { rule: settings, enqueue: context.enqueue, now }, period_id),
    )
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Sources of results that did not answer')
}

async function settingsOf(main: Db): Promise<FeedSettings | null> {
  const settings = await main.selectFrom('result_feed').selectAll().where('status', '=', 1).executeTakeFirst()
  if (!settings) return null
  const { first_url, first_key, second_url, second_key, started_at, confirmed_at, ...rule } = settings
  const addresses = [
    { source: 1 as const, url: first_url, key: first_key },
    { source: 2 as const, url: second_url, key: second_key },
  ]
  const sources = addresses.flatMap(({ source, url, key }) =>
    url === null || key === null ? [] : [{ source, address: { url: url.replace(/\/$/, ''), key } }],
  )
  return { ...rule, is_confirmed: confirmed_at !== null, sources, started_at: started_at! }
}

interface SourceQuery {
  source: 1 | 2
  address: FeedAddress
  started_at: string
  now: string
}

/** Queries one source for the draws that it has not reported yet. Returns the error when it failed, otherwise null. */
async function receiveFrom({ main, feeds }: FeedContext, request: SourceQuery): Promise<unknown> {
  const { source, address } = request
  let failure: unknown = null
  try {
    for (const category of feed_games) {
      const awaited = await awaitedDraws(main, category, request)
      for (let start = 0; start < awaited.length; start += max_draws_queried) {
        const draws = awaited.slice(start, start + max_draws_queried)
        const reportedDraws = await feeds[source - 1]!(
          address,
          games[category],
          draws.map(({ draw }) => draw),
        )
        if (reportedDraws.length > 0)
          await asProgram(main, 'Ghi kết quả nguồn báo', (db) => keepReports(db, source, draws, reportedDraws))
      }
    }
  } catch (error) {
    failure = error
  }
  await recordAnswer(main, source, failure)
  return failure
}

/** Draws since the feed was switched on that this source has not reported, newest first. */
async function awaitedDraws(
  main: Db,
  category: FeedGame,
  { source, started_at, now }: Pick<SourceQuery, 'source' | 'started_at' | 'now'>,
): Promise<AwaitedDraw[]> {
  const { rows } = await sql<AwaitedDraw>`
    select period_id, category, split_part(period_code, '-', 2) as draw from draw_period p
    where category = ${category} and area_id is null and cancelled_at is null
      and draw_at <= ${now} and draw_at >= greatest(${started_at}::timestamptz, ${now}::timestamptz - ${query_window}::interval)
      and not exists (select from feed_report f where f.period_id = p.period_id and f.source = ${source})
    order by draw_at desc`.execute(main)
  return rows
}

/** Stores new reports once. Numbers that the game cannot draw are dropped, so that the draw is queried again. */
async function keepReports(
  db: Db,
  source: number,
  draws: readonly AwaitedDraw[],
  reported: readonly ReportedResult[],
): Promise<void> {
  const byNumber = new Map(draws.map((draw) => [draw.draw, draw]))
  const reports = reported.flatMap(({ draw, numbers: main }) => {
    const awaited = byNumber.get(draw)
    if (!awaited || numberFaults(awaited.category, '', { main }).length > 0) return []
    const numbers = JSON.stringify(inPrintedOrder(awaited.category, { main }))
    return [{ period_id: awaited.period_id, source, numbers }]
  })
  if (reports.length === 0) return
  await db
    .insertInto('feed_report')
    .values(reports)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function recordAnswer(main: Db, source: number, failure: unknown): Promise<void> {
  const fault = failure === null ? null : failure instanceof GatewayError ? failure.code : 'network'
  const answerFields = fault === null ? { answered_at: sql<string>`clock_timestamp()` } : {}
  await main
    .updateTable('result_feed_source')
    .set({ queried_at: sql<string>`clock_timestamp()`, fault, ...answerFields })
    .where('source', '=', source)
    .execute()
}

/** Draws with reports but without a result. */
async function undecidedDraws(main: Db, started_at: string, now: string): Promise<number[]> {
  const { rows } = await sql<{ period_id: number }>`
    select p.period_id from draw_period p
    where p.category = any (${feed_games}::smallint[]) and p.area_id is null and p.cancelled_at is null
      and p.draw_at <= ${now} and p.draw_at >= greatest(${started_at}::timestamptz, ${now}::timestamptz - ${query_window}::interval)
      and exists (select from feed_report f where f.period_id = p.period_id)
      and not exists (select from draw_result r where r.period_id = p.period_id)
    order by p.draw_at`.execute(main)
  return rows.map(({ period_id }) => period_id)
}

interface DecisionContext {
  rule: FeedRule
  enqueue: Enqueue
  now: string
}

/** Decides a draw once: a parallel call waits for the lock and then finds the result. A result entered by a person is not changed. */
async function decideDraw(db: Db, { rule, enqueue, now }: DecisionContext, period_id: number): Promise<void> {
  // The shared lock of all draws does not keep two deciders apart.
  await sql`select from draw_period where period_id = ${period_id} for no key update`.execute(db)
  const draw = await findDrawShared(db, { period_id })
  if (!draw || whyNoResult(draw) !== null || (await hasResult(db, period_id))) return
  const { rows: reports } = await sql<Report>`
    select source, numbers from feed_report where period_id = ${period_id} order by report_id`.execute(db)
  const decision = decide(rule, reports, (Date.parse(now) - Date.parse(draw.draw_at)) / 1_000)
  if (decision.act !== 'accept') return
  const { numbers, confirms } = decision
  const { category } = draw
  const entry = { period_id, category, numbers, published: {}, source: resultSource.feed, entered_by: null }
  const result_id = await enterResult(db, entry)
  if (confirms) await confirmResult(db, (await lockResult(db, result_id))!, null, enqueue)
}

async function hasResult(db: Db, period_id: number): Promise<boolean> {
  const existing = await db
    .selectFrom('draw_result')
    .select('result_id')
    .where('period_id', '=', period_id)
    .executeTakeFirst()
  return existing !== undefined
}
