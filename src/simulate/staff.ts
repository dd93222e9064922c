/**
 * Simulates the staff: they return part of the unsold tickets on slips that a second person confirms, close days whose sale has ended, and key in
 * results by two people. The program settles the prizes of unsold tickets by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { openChance } from './chance.ts'
import { openDesk, type Desk, type RefusalHandler } from './desk.ts'
import { drawnNumbers } from './drawn-numbers.ts'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { period } from '#features/results/period/period.contract.ts'
import { isTraditional } from '#features/results/product/product.contract.ts'
import { result } from '#features/results/result/draw-result.contract.ts'
import { stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { ticketReturn, type DeskRow } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { unsold } from '#features/tickets/unsold/unsold.contract.ts'

export interface StaffRun {
  url: string
  /** User names: the keeper creates slips, the approver confirms slips and results and closes days, the clerk keys in results. */
  people: { keeper: string; approver: string; clerk: string }
  password: string
  seed: string
  refuse: RefusalHandler
}

export interface StaffSummary {
  slips: number
  /** Number of returned tickets. */
  returned: number
  /** Number of closed store days. */
  closed: number
  results: number
}

interface Staff extends Record<keyof StaffRun['people'], Desk> {
  seed: string
  done: StaffSummary
  /** Store days with a return in this run, so that each gets only one. */
  returned: Set<string>
}

const poll_interval_ms = 5_000
/** One in this many unsold tickets is returned. */
const return_divisor = 4
const max_lines = 40

/** Works until `signal` aborts, then goes through all tasks a last time. */
export async function workUntil(signal: AbortSignal, run: StaffRun): Promise<StaffSummary> {
  const desk = (name: string) => openDesk(run.url, name, run.password, run.refuse)
  const { keeper, approver, clerk } = run.people
  const staff: Staff = {
    keeper: await desk(keeper),
    approver: await desk(approver),
    clerk: await desk(clerk),
    seed: run.seed,
    done: { slips: 0, returned: 0, closed: 0, results: 0 },
    returned: new Set(),
  }
  do {
    await runTasks(staff)
    await sleep(poll_interval_ms, undefined, { signal }).catch(() => {})
  } while (!signal.aborted)
  await runTasks(staff)
  return staff.done
}

async function runTasks(staff: Staff): Promise<void> {
  const { items = [] } = (await staff.keeper(ticketReturn.desk, {})) ?? {}
  for (const row of items.filter(({ status }) => status === stockStatus.open)) {
    const { area_id, open_date, base_id } = row
    const closing = await staff.approver(unsold.closing, { area_id, open_date, base_id })
    if (!closing) continue
    // Uses the program's clock, which may differ from ours.
    const now = Date.parse(closing.at)
    if (now < Date.parse(closing.return_until)) await returnSome(staff, row)
    else if (now >= Date.parse(closing.stop_at)) await close(staff, row, closing)
  }
  await enterResults(staff)
}

/** Returns a quarter of the store's tickets of each number, up to the station's limit. */
async function returnSome({ keeper, approver, done, returned }: Staff, row: DeskRow): Promise<void> {
  const { area_id, open_date, base_id } = row
  const key = `${area_id} ${open_date} ${base_id}`
  if (returned.has(key)) return
  const tickets = await keeper(unsold.list, { area_id, open_date, base_id, page_size: max_lines })
  const data = (tickets?.items ?? [])
    .filter(({ ticket_group_id }) => ticket_group_id === null)
    .map(({ ticket_id, in_stock }) => ({ xsdt_ticket_id: ticket_id, quantity: Math.floor(in_stock / return_divisor) }))
    .filter(({ quantity }) => quantity > 0)
  const quantity_to_return = data.reduce((sum, { quantity }) => sum + quantity, 0)
  if (quantity_to_return === 0 || quantity_to_return > row.limit - row.returned - row.return_pending) return
  returned.add(key)
  const slip = await keeper(ticketReturn.returnBatch, { area_id, open_date, base_id, data, reason: 'Vé bán chậm' })
  if (!slip) return
  done.slips++
  const { ticket_return_id } = slip
  if (await approver(ticketReturn.confirm, { ticket_return_id })) done.returned += slip.quantity
}

async function close({ approver, done }: Staff, row: DeskRow, { stocks }: AnswerOf<typeof unsold.closing>) {
  const { area_id, open_date, base_id } = row
  const stock_total = stocks.reduce((sum, { in_stock }) => sum + in_stock, 0)
  if (await approver(unsold.close, { area_id, open_date, base_id, counted: stock_total, expected: stock_total }))
    done.closed++
}

async function enterResults({ clerk, approver, seed, done }: Staff): Promise<void> {
  const { items = [] } = (await clerk(period.awaitingResult, { page_size: max_lines })) ?? {}
  for (const { period_id, category, open_date, period_code } of items) {
    // Other products need published prize amounts, which cannot be simulated.
    if (!isTraditional(category)) continue
    const chance = openChance(`${seed}|${period_code}`)
    const numbers = drawnNumbers(chance, category, open_date) as InputOf<typeof result.add>['numbers']
    const entryAnswer = await clerk(result.add, { period_id, numbers })
    if (entryAnswer && (await approver(result.confirm, { result_id: entryAnswer.result_id, numbers }))) done.results++
  }
}
