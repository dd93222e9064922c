/** How sets are spoken of in sentences and cells, and where else they show. */
import { dayText, numberText } from '#web/format.ts'
import { Text } from '#web/ui/text.tsx'
import type { RowOf } from '#web/use-list.ts'
import { moneyText } from '#contract/money-text.ts'
import type { SetSums } from './set-lines.rules.ts'
import type { ticketGroup } from './ticket-group.contract.ts'
import { setNumber } from './ticket-group.rules.ts'

export type Group = RowOf<typeof ticketGroup.list>
export type GroupSlip = RowOf<typeof ticketGroup.importList>

type Named = Parameters<typeof setNumber>[0]

/** The number stands out: by it a set is asked for and found. */
export function Digits({ set }: { set: Named }) {
  return (
    <Text as="span" size="lg" strong>
      {setNumber(set)}
    </Text>
  )
}

interface Drawn {
  area_name: string
  open_date: string
}

/** 'TP. Hồ Chí Minh mở thưởng 23/11/2026' */
export const drawText = ({ area_name, open_date }: Drawn) => `${area_name} mở thưởng ${dayText(open_date)}`

/** '110 vé •45678 TP. Hồ Chí Minh mở thưởng 23/11/2026' */
export const ticketsText = (set: Named & Drawn & { quantity: number }) =>
  `${numberText(set.quantity)} vé ${setNumber(set)} ${drawText(set)}`

/** '3 cặp, 231 vé, 2.515.000 đ' */
export const sumsText = ({ set_count, quantity, amount }: SetSums) =>
  `${numberText(set_count)} cặp, ${numberText(quantity)} vé, ${moneyText(amount)}`

/** '3 cặp, 231 vé, 2.515.000 đ: TP. Hồ Chí Minh mở thưởng 23/11/2026, Kho Bến Thành' */
export const slipText = (slip: SetSums & Drawn & { base_name: string }) =>
  `${sumsText(slip)}: ${drawText(slip)}, ${slip.base_name}`
