/** How ticket groups are named in sentences and cells. */
import { dayText, numberText } from '#web/value/format.ts'
import { Text } from '#web/ui/layout/text.tsx'
import type { RowOf } from '#web/list/use-list.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { GroupSums } from '#features/tickets/ticket-group-import/group-lines.rules.ts'
import type { ticketGroup } from './ticket-group.contract.ts'
import { groupNumber } from './ticket-group.rules.ts'

export type TicketGroupRow = RowOf<typeof ticketGroup.list>
export type GroupSlipRow = RowOf<typeof ticketGroup.importList>

type NumberedGroup = Parameters<typeof groupNumber>[0]

/** The number stands out because people search by it. */
export function GroupNumber({ group }: { group: NumberedGroup }) {
  return (
    <Text as="span" size="lg" strong>
      {groupNumber(group)}
    </Text>
  )
}

interface OfPeriod {
  area_name: string
  open_date: string
}

/** 'TP. Hồ Chí Minh mở thưởng 23/11/2026' */
export const periodText = ({ area_name, open_date }: OfPeriod) => `${area_name} mở thưởng ${dayText(open_date)}`

/** '110 vé •45678 TP. Hồ Chí Minh mở thưởng 23/11/2026' */
export const ticketsText = (group: NumberedGroup & OfPeriod & { quantity: number }) =>
  `${numberText(group.quantity)} vé ${groupNumber(group)} ${periodText(group)}`

/** '3 cặp, 231 vé, 2.515.000 đ' */
export const sumsText = ({ set_count, quantity, amount }: GroupSums) =>
  `${numberText(set_count)} cặp, ${numberText(quantity)} vé, ${moneyText(amount)}`

/** '3 cặp, 231 vé, 2.515.000 đ: TP. Hồ Chí Minh mở thưởng 23/11/2026, Kho Bến Thành' */
export const slipText = (slip: GroupSums & OfPeriod & { base_name: string }) =>
  `${sumsText(slip)}: ${periodText(slip)}, ${slip.base_name}`
