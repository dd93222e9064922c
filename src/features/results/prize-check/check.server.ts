import { sql } from 'kysely'
import type { InputOf } from '#contract/call.ts'
import type { Db } from '#server/database/transaction.ts'
import { serve } from '#server/serve.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { appraiser } from '#features/results/prize/appraise.rules.ts'
import { check, type CheckAnswerRow, type CheckedEntryRow } from './check.contract.ts'
import { marksOf, readEntry } from './check.rules.ts'
import { MissingAmount } from '#features/results/prize/pay.rules.ts'
import { drawTerms, isReady, type ReadyDraw } from '#features/results/prize/prize-terms.server.ts'
import type { PlayedLine } from '#features/results/prize/prize.rules.ts'
import { tierLabel, winText } from '#features/results/prize/tiers.rules.ts'

export default serve(check, {
  check: async ({ db, me, input, fail }) => {
    const period_id = await periodOf(db, input)
    const draw = period_id === null ? undefined : await drawTerms(db, period_id)
    if (!draw) return fail('period_not_found')
    if (!draw.result) return fail('period_without_result', { message: 'Kỳ này chưa có kết quả được xác nhận.' })
    if (!isReady(draw))
      return fail('category_not_found', { message: 'Sản phẩm chưa có bảng giải thưởng cho ngày này.' })
    const entries = await checkEntries(db, draw, input.entries)
    await addOwn(db, me, draw.period_id, entries)
    return answerOf(db, draw, entries)
  },
})

type Input = InputOf<typeof check.check>

async function periodOf(
  db: Db,
  { category, period_id, period_code, area_id, open_date }: Input,
): Promise<number | null> {
  const draw = await db
    .selectFrom('draw_period')
    .select('period_id')
    .where('category', '=', category)
    .$if(period_id != null, (q) => q.where('period_id', '=', period_id!))
    .$if(period_code != null, (q) => q.where('period_code', '=', period_code!))
    .$if(area_id != null, (q) => q.where('area_id', '=', area_id!))
    .$if(open_date != null, (q) => q.where('open_date', '=', open_date!))
    .where('draw_at', '<=', sql<string>`now()`)
    .orderBy('draw_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return draw?.period_id ?? null
}

const noPrizes = { prizes: [], text: '', marks: '', gross: 0, tax: 0, net: 0, order_id: null, is_unsold: false }

/**
 * The prizes of these entries; an entry that cannot be read has an error instead. A ticket that a store received is paid by its own face value, any
 * other number by the draw's (`DrawTerms`).
 */
export async function checkEntries(db: Db, draw: ReadyDraw, entries: Input['entries']): Promise<CheckedEntryRow[]> {
  const { category, result } = draw
  const appraise = appraiser(draw)
  const lines = entries.map((entry) => readEntry(category, entry))
  const received = await receivedTickets(db, draw, new Set(lines.map(({ numbers }) => numbers)))
  return lines.map((line): CheckedEntryRow => {
    const { numbers } = line
    if ('error' in line) return { ...noPrizes, numbers, series: null, play_label: null, error: line.error }
    const { series, play_label } = line
    const read = { ...noPrizes, numbers, series, play_label, error: null }
    try {
      const pay = appraise({ ...line, face_value: faceValueOf(line, received) })
      if (!pay) return read
      if (series === null && pay.prizes.some(({ tier }) => tier === 'special_extra') && result.numbers.series)
        return { ...read, error: 'Trùng số đặc biệt: cần ký hiệu, ví dụ 15AN' }
      const { gross, tax } = pay
      const prizes = pay.prizes.map((prize) => ({ ...prize, label: tierLabel(category, prize.tier) }))
      const marks = marksOf(category, result.numbers, numbers, prizes)
      return { ...read, prizes, text: winText(category, pay.prizes), marks, gross, tax, net: gross - tax }
    } catch (error) {
      if (!(error instanceof MissingAmount)) throw error
      return { ...read, error: error.message }
    }
  })
}

interface ReceivedTicket {
  number: string
  series: string
  face_value: number
}

async function receivedTickets(db: Db, { area_id, open_date }: ReadyDraw, numbers: Set<string>) {
  if (area_id === null) return []
  // unscoped: the face value does not show whose ticket it is. The stocks make the index of the tickets usable.
  const { rows } = await sql<ReceivedTicket>`
    select distinct t.number, t.series, t.face_value from stock s join xskt_ticket t using (open_date, area_id, base_id)
    where s.open_date = ${open_date} and s.area_id = ${area_id} and t.number = any(${[...numbers]}::text[])`.execute(db)
  return rows
}

/** Null where the ticket is not known, or where tickets of this number and series have several values. */
function faceValueOf({ numbers, series }: PlayedLine, received: readonly ReceivedTicket[]): number | null {
  const values = received
    .filter((ticket) => ticket.number === numbers && (series === null || ['', series].includes(ticket.series)))
    .map(({ face_value }) => face_value)
  return new Set(values).size === 1 ? values[0]! : null
}

/** Adds to winning entries our order with the number, and whether the number was unsold in a store. */
async function addOwn(db: Db, me: Me, period_id: number, entries: CheckedEntryRow[]): Promise<void> {
  const numbers = [...new Set(entries.filter(({ gross }) => gross > 0).map((entry) => entry.numbers))]
  if (numbers.length === 0) return
  const soldTickets = await db
    .selectFrom('sale_order as o')
    .innerJoin('order_line as l', 'l.order_id', 'o.order_id')
    .select(['l.numbers', 'o.order_id'])
    .where('o.period_id', '=', period_id)
    .where('o.status', '>=', orderStatus.won)
    .where('o.status', '<=', orderStatus.rewarded)
    .where(sql<boolean>`l.numbers = any(${numbers}::text[])`)
    .where(within(me, 'sale_order', 'o'))
    .execute()
  const unsold = await db
    .selectFrom('unsold_prize as u')
    .select('u.number')
    .where('u.period_id', '=', period_id)
    .where(sql<boolean>`u.number = any(${numbers}::text[])`)
    .where(within(me, 'unsold_prize', 'u'))
    .execute()
  const orders = new Map(soldTickets.map((soldTicket) => [soldTicket.numbers, soldTicket.order_id]))
  const in_stock = new Set(unsold.map(({ number }) => number))
  for (const entry of entries) {
    if (entry.gross === 0) continue
    entry.order_id = orders.get(entry.numbers) ?? null
    entry.is_unsold = in_stock.has(entry.numbers)
  }
}

async function answerOf(db: Db, draw: ReadyDraw, entries: CheckedEntryRow[]): Promise<CheckAnswerRow> {
  const names = await db
    .selectFrom('draw_period as p')
    .innerJoin('category as c', 'c.category', 'p.category')
    .leftJoin('draw_area as a', 'a.area_id', 'p.area_id')
    .select(['p.period_code', 'p.draw_at'])
    .select(({ fn }) => fn.coalesce('a.area_name', 'c.category_name').as('name'))
    .where('p.period_id', '=', draw.period_id)
    .executeTakeFirstOrThrow()
  const sum = (valueOf: (entry: CheckedEntryRow) => number) =>
    entries.reduce((total, entry) => total + valueOf(entry), 0)
  return {
    period_id: draw.period_id,
    ...names,
    category: draw.category,
    open_date: draw.open_date,
    table_from: draw.table.effective_from,
    claim_until: draw.claim_until,
    tax_threshold: draw.tax.threshold,
    tax_rate: draw.tax.rate,
    entries,
    won: sum(({ gross }) => (gross > 0 ? 1 : 0)),
    unread: sum(({ error }) => (error === null ? 0 : 1)),
    gross: sum(({ gross }) => gross),
    tax: sum(({ tax }) => tax),
    net: sum(({ net }) => net),
  }
}
