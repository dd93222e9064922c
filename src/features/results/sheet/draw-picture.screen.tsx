/** Saves the shown draws as a picture, for sharing. */
import { saveFile } from '#web/excel/export/save-file.ts'
import { drawsPicture, type DrawPicture } from '#web/ui/sheet/draws-picture.ts'
import { drawShape } from '#features/results/result/draw-shape.rules.ts'
import { codeText, figure, isMatched, jackpotsOf, longDayName, nextJackpot } from './draw-facts.screen.tsx'
import type { SheetDrawRow } from './sheet.contract.ts'
import type { Game } from './use-game.screen.tsx'

export async function saveDraws(games: readonly Game[]): Promise<void> {
  const pictures = games.flatMap(({ draw, draws }) => (draw ? pictureOf(draw, draws) : []))
  const codes = games.flatMap(({ draw }) => draw?.period_code.toLowerCase() ?? [])
  saveFile(await drawsPicture(pictures), `ket-qua-${codes.join('-')}.png`)
}

/** A draw for a picture, without our own sales, which are confidential. */
function pictureOf(draw: SheetDrawRow, draws: readonly SheetDrawRow[]): DrawPicture {
  const estimate = nextJackpot(draw, draws)
  const groups = drawShape(draw.category).map(({ key, label }) => ({ key, label, numbers: draw.numbers?.[key] ?? [] }))
  const isOfBalls = groups.every(({ key }) => key === 'main' || key === 'extra')
  const jackpots = jackpotsOf(draw)
  return {
    title: `${draw.name} ${codeText(draw)}`,
    note: longDayName(draw),
    numbers: isOfBalls
      ? [groups.map(({ numbers }) => numbers.join(' ')).join(' | ')]
      : groups.map(({ label, numbers }) => `${label}: ${numbers.join('  ')}`),
    figures: jackpots.length === 1 && estimate ? [...jackpots, estimate] : jackpots,
    head: ['Giải', ...(isMatched(draw) ? ['Trùng'] : []), 'Số giải', 'Giá trị'],
    rows: draw.tiers.map((tier) => [
      tier.label,
      ...(isMatched(draw) ? [tier.matched ?? ''] : []),
      figure(tier.winners),
      figure(tier.amount),
    ]),
  }
}
