/** Prizes of Bingo18: three digits from 1 to 6. */
import { bingoPlay } from '#features/results/product/game.rules.ts'
import type { DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'
import type { BoardRule, Win } from './win.rules.ts'

export function bingoBoard({ main = [] }: DrawnNumbers): BoardRule {
  const sum = main.reduce((total, digit) => total + Number(digit), 0)
  const timesDrawn = (digit: string) => main.filter((drawn) => drawn === digit).length
  const size = sum <= 9 ? 'Nhỏ' : sum <= 11 ? 'Hòa' : 'Lớn'
  const plays: Readonly<Record<number, (numbers: string) => string | false>> = {
    [bingoPlay.digit]: (digit) => timesDrawn(digit) > 0 && `one_${timesDrawn(digit)}`,
    [bingoPlay.double]: (digits) => timesDrawn(digits[0]!) >= 2 && 'double',
    [bingoPlay.triple]: (digits) => timesDrawn(digits[0]!) === 3 && 'triple',
    [bingoPlay.any_triple]: () => timesDrawn(main[0]!) === 3 && 'any_triple',
    [bingoPlay.sum]: (total) => Number(total) === sum && `sum_${sum}`,
    [bingoPlay.size]: (bet) => bet === size && tierOfSize[size],
  }
  return (play, numbers): Win[] => {
    const tier = plays[play]!(numbers)
    return tier === false ? [] : [{ tier, count: 1 }]
  }
}

const tierOfSize = { Nhỏ: 'size_small', Hòa: 'size_draw', Lớn: 'size_big' } as const
