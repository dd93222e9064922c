/** Shows the numbers of a game's draw. */
import { Balls } from '#web/ui/show/balls.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { sheetItems } from '#features/results/result/result-text.screen.tsx'
import type { SheetDrawRow } from './sheet.contract.ts'

/** Balls for games of balls, otherwise the groups one below the other. */
export function Drawn({ draw, large = false }: { draw: SheetDrawRow; large?: boolean }) {
  if (!isOfBalls(draw)) return <DescriptionList columns={1} items={sheetItems(draw)} />
  const { main, extra } = draw.numbers!
  const balls = main!.join(' ')
  return <Balls large={large} numbers={extra ? `${balls} | ${extra.join(' ')}` : balls} />
}

/** Whether the game draws balls: one set, in some games with a special ball. */
export function isOfBalls({ numbers }: SheetDrawRow): boolean {
  return numbers?.main !== undefined && Object.keys(numbers).every((key) => key === 'main' || key === 'extra')
}
