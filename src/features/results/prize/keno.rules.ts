/** Prizes of Keno: `10_5` is the tier of a board of ten numbers with five matches; side bets depend on all twenty drawn numbers. */
import { kenoPlay } from '#features/results/product/game.rules.ts'
import type { DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'
import type { BoardRule, Win } from './win.rules.ts'

export function kenoBoard({ main = [] }: DrawnNumbers): BoardRule {
  const drawnBalls = new Set(main)
  const big = main.filter((number) => Number(number) > 40).length
  const even_count = main.filter((number) => Number(number) % 2 === 0).length
  return (play, numbers) => {
    if (play === kenoPlay.size) return sizeBet(numbers, big)
    if (play === kenoPlay.parity) return parityBet(numbers, even_count)
    const matches = numbers.split(' ').filter((number) => drawnBalls.has(number)).length
    return winsOf(`${play}_${matches}`)
  }
}

const winsOf = (tier: string | null): Win[] => (tier === null ? [] : [{ tier, count: 1 }])

/** Lớn counts 41 to 80, Nhỏ 01 to 40; Hòa means ten of each. */
function sizeBet(bet: string, big: number): Win[] {
  if (bet === 'Hòa') return winsOf(big === 10 ? 'size_draw' : null)
  const count = bet === 'Lớn' ? big : 20 - big
  return winsOf(count >= 13 ? 'size_13' : count >= 11 ? 'size_11' : null)
}

/** Chẵn and Lẻ win from thirteen numbers on; eleven or twelve are separate bets. */
function parityBet(bet: string, even_count: number): Win[] {
  if (bet === 'Hòa') return winsOf(even_count === 10 ? 'parity_draw' : null)
  const count = bet.startsWith('Chẵn') ? even_count : 20 - even_count
  if (bet.endsWith('11-12')) return winsOf(count === 11 || count === 12 ? 'parity_11' : null)
  return winsOf(count >= 15 ? 'parity_15' : count >= 13 ? 'parity_13' : null)
}
