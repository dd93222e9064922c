// The sample, prepared by calls of its staff for long or heavy work: nobody is refused for want of credit, money or tickets.
import { page_row_limits, type AnswerOf, type Call, type InputOf } from '#contract/call.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { pos } from '#features/partners/pos/pos.contract.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { wallets } from '#features/wallets/wallet/wallet.contract.ts'
import { walletAdjustment } from '#features/wallets/wallet/wallet-adjustment.contract.ts'
import { walletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { maxRevenue } from '#features/settings/max-revenue/max-revenue.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { openDesk, type Desk } from '../src/simulate/desk.ts'
import { newKey, type PosWithKey, type SampleDevices } from '../src/simulate/devices.ts'
import type { ShelfTicket } from '../src/simulate/market.ts'

const devices = 200
/** In đồng: a limit that no run reaches. */
const out_of_reach = 10 ** 12
/** In đồng: the most that one adjustment may add to a wallet, and how often it is added. */
const [top_up_amount, top_up_count] = [500_000_000, 4]
/** Numbers that are added to each draw on sale, and tickets of each: fewer than an order may ask for, so that some are answered with what is left. */
const [numbers_of_draw, tickets_of_number] = [1_000, 900]

interface Staff {
  maker: Desk
  /** The second person. */
  approver: Desk
}

interface PreparedBusiness {
  url: string
  password: string
  sample: SampleDevices
  shelves: ReadonlyMap<string, readonly ShelfTicket[]>
}

/** Prepares the business; returns who orders in it. Throws at the first refusal. */
export async function prepareBusiness({ url, password, sample, shelves }: PreparedBusiness): Promise<SampleDevices> {
  const open = (name: string) =>
    openDesk(url, name, password, (title, { code, message }) => {
      throw new Error(`The business cannot be prepared: ${title}, code ${code}: ${message}`)
    })
  const staff = { maker: await open('quantri'), approver: await open('admin') }
  await raiseDebtLimits(staff)
  await raiseRevenueLimits(staff)
  await receiveTickets(staff, shelves)
  const customers = await fillWallets(staff)
  return {
    all_pos: withAppShare(sample.all_pos, await addDevices(staff, devices - sample.all_pos.length)),
    customers: sample.customers.filter(({ msisdn }) => customers.has(msisdn)),
  }
}

async function raiseDebtLimits({ maker }: Staff): Promise<void> {
  for (const { partner_id, debt_limit } of await allRows(maker, partner.list))
    if (debt_limit !== null) await maker(partner.update, { partner_id, debt_limit: out_of_reach })
}

async function raiseRevenueLimits({ maker, approver }: Staff): Promise<void> {
  const { items, waiting, version } = (await maker(maxRevenue.list, {}))!
  if (waiting) await approver(maxRevenue.reject, { ...keyOfChange(waiting), reason: 'Thay bằng mức khác' })
  const thresholds = items.map(({ group_id, category }) => ({ group_id, category, maximum: out_of_reach }))
  const changed = await maker(maxRevenue.update, { thresholds, reason: 'Ngày bán lớn', version })
  await approver(maxRevenue.approve, keyOfChange(changed!.waiting!))
}

const keyOfChange = ({ revenue_limit_id, version }: { revenue_limit_id: number; version: number }) => ({
  revenue_limit_id,
  version,
})

/** Stands for the tickets that are added. */
const added_series = 'NGAY'

/** Brings tickets of other numbers into each draw on sale. */
async function receiveTickets({ maker, approver }: Staff, shelves: PreparedBusiness['shelves']): Promise<void> {
  for (const [key, shelf] of shelves) {
    const [area_id, open_date] = key.split(' ') as [string, string]
    const taken_numbers = new Set(shelf.map(({ number }) => number))
    const length = shelf[0]!.number.length
    const numbers = Array.from({ length: numbers_of_draw + taken_numbers.size }, (_, n) =>
      String(n * 37).padStart(length, '0'),
    )
    const tickets = numbers
      .filter((number) => !taken_numbers.has(number))
      .slice(0, numbers_of_draw)
      .map((number) => ({ number, series: added_series, quantity: tickets_of_number }))
    const slip = await maker(ticketImport.create, { area_id: Number(area_id), open_date, tickets })
    await approver(ticketImport.approve, { ticket_import_id: slip!.ticket_import_id })
  }
}

/** Fills all wallets that are open; returns the phone numbers of their owners. */
async function fillWallets({ maker, approver }: Staff): Promise<Set<string>> {
  const open = await allRows(maker, wallets.list, { status: walletStatus.open })
  for (const { account_id } of open) {
    for (let n = 0; n < top_up_count; n++) {
      const adjustment = await maker(walletAdjustment.increase, {
        account_id,
        amount: top_up_amount,
        reason: 'Nạp cho ngày bán lớn',
      })
      const { adjustment_id, version, status } = adjustment!
      if (status === adjustmentStatus.waiting) await approver(walletAdjustment.approve, { adjustment_id, version })
    }
  }
  return new Set(open.map(({ msisdn }) => msisdn))
}

/** Lifts the daily limits of points of sale, and gives a device to `count` of those that have none. */
async function addDevices({ maker }: Staff, count: number): Promise<PosWithKey[]> {
  const all = await allRows(maker, pos.list, { status: 1 })
  for (const { pos_id, day_sale_limit } of all)
    if (day_sale_limit !== null) await maker(pos.update, { pos_id, day_sale_limit: out_of_reach })
  const added: PosWithKey[] = []
  for (const { pos_id, pos_code } of all.filter(({ device_count }) => device_count === 0).slice(0, count)) {
    const { private_key, public_key } = newKey()
    const device_code = `NGAY-${pos_code}`
    await maker(pos.addDevice, { pos_id, device_code, device_name: 'Máy bán vé', device_type: 1, public_key })
    added.push({ device_code, user_pos_id: null, is_app: false, weight: 0, private_key })
  }
  return added
}

/** The devices of the sample and new ones, which sell as much as a mean till of the sample; the app keeps its share. */
function withAppShare(sample: readonly PosWithKey[], added: readonly PosWithKey[]): PosWithKey[] {
  const tills = sample.filter(({ is_app }) => !is_app)
  const weight = tills.reduce((sum, till) => sum + till.weight, 0) / tills.length
  const growth = (tills.length + added.length) / tills.length
  return [
    ...sample.map((posRow) => (posRow.is_app ? { ...posRow, weight: posRow.weight * growth } : posRow)),
    ...added.map((posRow) => ({ ...posRow, weight })),
  ]
}

type Lists = typeof partner.list | typeof pos.list | typeof wallets.list
type RowOf<C extends Call> = AnswerOf<C> extends { items: (infer Row)[] } ? Row : never

async function allRows<C extends Lists>(desk: Desk, call: C, filters: Partial<InputOf<C>> = {}): Promise<RowOf<C>[]> {
  const rows: RowOf<C>[] = []
  for (let page_index = 1; ; page_index++) {
    const page = { ...filters, page_index, page_size: page_row_limits.list, part: 'rows' } as InputOf<C>
    const { items } = (await desk(call, page)) as { items: RowOf<C>[] }
    rows.push(...items)
    if (items.length < page_row_limits.list) return rows
  }
}
