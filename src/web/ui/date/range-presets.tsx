/** The menu of ranges that people often choose. */
import { MenuPopup } from '#web/ui/action/menu.tsx'
import type { OpenMenu } from '#web/ui/action/menu-item.ts'
import { today } from './date-text.ts'
import type { DayRange } from './day-ranges.ts'
import { usualRanges } from './usual-ranges.ts'

export default function RangePresets({ onPick, ...menu }: OpenMenu & { onPick: (range: DayRange) => void }) {
  const items = usualRanges(today()).map(({ label, range }) => ({ label, onSelect: () => onPick(range) }))
  return <MenuPopup {...menu} items={items} />
}
