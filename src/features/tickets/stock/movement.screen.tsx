import { numberText } from '#web/format.ts'
import { Text } from '#web/ui/text.tsx'
import type { RowOf } from '#web/use-list.ts'
import { movementKind, type stock } from './stock.contract.ts'

export type Movement = RowOf<typeof stock.history>

const tones = {
  [movementKind.imported]: 'green',
  [movementKind.sold]: 'accent',
  [movementKind.returned]: 'amber',
  [movementKind.transferred_out]: 'danger',
  [movementKind.transferred_in]: 'green',
  [movementKind.sale_cancelled]: 'green',
} as const

/** How many tickets came (+) or went (−). */
export function Change({ row: { kind, before, after, quantity } }: { row: Movement }) {
  return (
    <Text as="span" strong tone={tones[kind]}>
      {after > before ? '+' : '−'}
      {numberText(quantity)}
    </Text>
  )
}
