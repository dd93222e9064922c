/** Work before stations' hours: return slips to confirm, and unsold tickets that can still be returned. */
import { moneyText } from '#contract/text/money-text.ts'
import { useRead } from '#web/call/api.ts'
import type { Rights } from '#web/session/rights.ts'
import { clockText, numberText } from '#web/value/format.ts'
import { returnPage } from '#features/tickets/pages.contract.ts'
import { ticketReturn, type DeskRow } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { returnLife } from '#features/tickets/ticket-return/return-life.contract.ts'
import { useQueue, type Queue } from './queue.screen.tsx'

/** More stores than these are grouped by station. */
const max_cards = 6

const read_every = 60_000

export function useReturnQueues({ can }: Rights): Queue[] {
  const { url } = returnPage
  const { waiting: status } = returnLife.status
  const slips = useQueue(
    can(ticketReturn.confirm) && can(ticketReturn.list),
    ticketReturn.list,
    { status },
    {
      url,
      search: { tab: 'slips', status: String(status) },
      title: 'Phiếu hoàn vé chờ xác nhận',
      since: 'created_at',
      sum: 'amount',
      explanation: 'Vé về đài khi bạn xác nhận trước giờ chốt',
    },
  )
  const enabled = can(ticketReturn.reminder) && can(ticketReturn.returnBatch)
  const { data } = useRead(ticketReturn.reminder, {}, { enabled, every_ms: read_every, live: true })
  return [...slips, ...(enabled ? cardsOf(data?.items ?? []) : [])]
}

function cardsOf(rows: readonly DeskRow[]): Queue[] {
  if (rows.length <= max_cards) return rows.map((row) => cardOf([row], row.base_name))
  return [...Map.groupBy(rows, ({ area_id }) => area_id).values()].map((group) =>
    cardOf(group, `${numberText(group.length)} kho`),
  )
}

function cardOf(rows: readonly DeskRow[], where: string): Queue {
  const [{ area_id, area_name, open_date, return_until }] = rows as [DeskRow]
  const lost_amount = rows.reduce((sum, { unsold_amount }) => sum + unsold_amount, 0)
  return {
    url: returnPage.url,
    search: { area_id: String(area_id), open_date },
    title: `Vé ${area_name} chưa bán · ${where}`,
    explanation: `Hoàn trước ${clockText(return_until)}, nếu giữ lại là ${moneyText(lost_amount)}`,
    total: rows.reduce((sum, { in_stock }) => sum + in_stock, 0),
    tasks: 1,
  }
}
