/** Matches of Điện toán 1*2*3, Thần tài 4 and lô tô; the amounts are in the prize tables. */
import type { DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'
import type { BoardRule, RuleFlags } from './win.rules.ts'

/** The tier names the matching numbers by their digits: with `match_23` the numbers of two and of three digits match. */
export function oneTwoThreeBoard({ first = [], second = [], third = [] }: DrawnNumbers): BoardRule {
  const drawnSeries = [first[0], second[0], third[0]]
  return (_, numbers) => {
    const right = numbers.split(' ').flatMap((number, index) => (number === drawnSeries[index] ? index + 1 : []))
    return right.length === 0 ? [] : [{ tier: `match_${right.join('')}`, count: 1 }]
  }
}

/** Matches the last two, three or all four digits; the longest match is paid. */
export function thanTaiBoard({ main = [] }: DrawnNumbers): BoardRule {
  const drawnNumber = main[0]!
  return (_, number) => {
    const matches = [4, 3, 2].find((count) => number.slice(-count) === drawnNumber.slice(-count))
    return matches === undefined ? [] : [{ tier: `match_${matches}`, count: 1 }]
  }
}

/** Matches the last digits of all numbers of the North on that day. */
export function lotoBoard(draw: DrawnNumbers, { count_hits = true }: RuleFlags): BoardRule {
  const drawnNumbers = Object.values({ ...draw, series: [] }).flat()
  return (digits, number) => {
    const hits = drawnNumbers.filter(
      (drawn_number) => drawn_number.length >= digits && drawn_number.endsWith(number),
    ).length
    return hits === 0 ? [] : [{ tier: `loto_${digits}`, count: count_hits ? hits : 1 }]
  }
}
