import { numberText } from '#web/value/format.ts'
import { Text } from '#web/ui/layout/text.tsx'
import type { RowOf } from '#web/list/use-list.ts'
import { movementKind, type stock } from './stock.contract.ts'

export type Movement = RowOf<typeof stock.history>

const tones = {
  [movementKind.imported]: 'green',
  [movementKind.sold]: 'accent',
  [movementKind.returned]: 'amber',
  [movementKind.transferred_out]: 'danger',
  [movementKind.transferred_in]: 'green',
  [movementKind.sale_cancelled]: 'green',
  [movementKind.return_requested]: 'amber',
  [movementKind.return_released]: 'green',
  [movementKind.return_confirmed]: 'normal',
} as const

/** How many tickets came (+) or went (−). */
export function Change({ row: { kind, before, after, quantity } }: { row: Movement }) {
  return (
    <Text as="span" strong tone={tones[kind]}>
      {after > before ? '+' : after < before ? '−' : ''}
      {numberText(quantity)}
    </Text>
  )
}
