/** The numbers of a draw of a game. */
import { Balls } from '#web/ui/show/balls.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { sheetItems } from '#features/results/result/result-text.screen.tsx'
import type { SheetDrawRow } from './sheet.contract.ts'

/** A game of balls as balls, any other one group by group. */
export function Drawn({ draw, large = false }: { draw: SheetDrawRow; large?: boolean }) {
  if (!isOfBalls(draw)) return <DescriptionList columns={1} items={sheetItems(draw)} />
  const { main, extra } = draw.numbers!
  const balls = main!.join(' ')
  return <Balls large={large} numbers={extra ? `${balls} | ${extra.join(' ')}` : balls} />
}

/** Whether balls were drawn: one set of them, some with one more. */
export function isOfBalls({ numbers }: SheetDrawRow): boolean {
  return numbers?.main !== undefined && Object.keys(numbers).every((key) => key === 'main' || key === 'extra')
}
