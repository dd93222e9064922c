/** Prizes of Mega, Power, Lotto 5/35 and 6x36: each line is paid its highest tier, and a system (bao) is the sum of its lines. */
import type { DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'
import type { BoardRule, Win } from './win.rules.ts'

/** The number of lines of a system by how many drawn numbers they have: index 3 counts the lines with three. */
function linesByMatches(picked: number, hits: number, { draws, pool }: { draws: number; pool: number }): number[] {
  const lines = Array.from({ length: draws + 1 }, () => 0)
  if (picked === draws - 1) {
    // The system has one number less than a line: each other number of the pool completes a line.
    const completing = draws - hits
    lines[hits + 1] = completing
    lines[hits] = pool - picked - completing
  } else for (let m = 0; m <= draws; m++) lines[m] = choose(hits, m) * choose(picked - hits, draws - m)
  return lines
}

/** The ways to choose k of n. */
function choose(n: number, k: number): number {
  if (k > n || k < 0) return 0
  let combinations = 1
  for (let i = 1; i <= k; i++) combinations = (combinations * (n - k + i)) / i
  return combinations
}

function winsOf(counts: Readonly<Record<string, number>>): Win[] {
  return Object.entries(counts).flatMap(([tier, count]) => (count > 0 ? { tier, count } : []))
}

function hitsIn(picked: readonly string[], drawn: readonly string[]): number {
  return picked.filter((number) => drawn.includes(number)).length
}

export function megaBoard({ main = [] }: DrawnNumbers): BoardRule {
  return (_, numbers) => {
    const pickedBalls = numbers.split(' ')
    const lines = linesByMatches(pickedBalls.length, hitsIn(pickedBalls, main), { draws: 6, pool: 45 })
    return winsOf({ jackpot: lines[6]!, first: lines[5]!, second: lines[4]!, third: lines[3]! })
  }
}

/** Jackpot 2 needs five of the six drawn numbers and the special number as the sixth. */
export function powerBoard({ main = [], extra = [] }: DrawnNumbers): BoardRule {
  return (_, numbers) => {
    const pickedBalls = numbers.split(' ')
    const hits = hitsIn(pickedBalls, main)
    const lines = linesByMatches(pickedBalls.length, hits, { draws: 6, pool: 55 })
    const jackpot2 = linesWithExtra(pickedBalls.length, hits, hitsIn(pickedBalls, extra) === 1)
    return winsOf({
      jackpot1: lines[6]!,
      jackpot2,
      first: lines[5]! - jackpot2,
      second: lines[4]!,
      third: lines[3]!,
    })
  }
}

/** The number of lines with five drawn numbers and the special one. */
function linesWithExtra(picked: number, hits: number, has_extra: boolean): number {
  if (picked > 5) return has_extra ? choose(hits, 5) : 0
  if (has_extra) return hits === 4 ? 2 : 0
  return hits === 5 ? 1 : 0
}

/** Each special number of a board doubles as a line with every main line; at most one of them is drawn. */
export function lottoBoard({ main = [], extra = [] }: DrawnNumbers): BoardRule {
  return (_, numbers) => {
    const [before, after] = numbers.split(' | ') as [string, string]
    const pickedBalls = before.split(' ')
    const specials = after.split(' ')
    const lines = linesByMatches(pickedBalls.length, hitsIn(pickedBalls, main), { draws: 5, pool: 35 })
    const special = hitsIn(specials, extra)
    const regular = specials.length - special
    return winsOf({
      jackpot: lines[5]! * special,
      first: lines[5]! * regular,
      second: lines[4]! * special,
      third: lines[4]! * regular,
      fourth: lines[3]! * special,
      fifth: lines[3]! * regular,
      consolation: (lines[0]! + lines[1]! + lines[2]!) * special,
    })
  }
}

export function sixOf36Board({ main = [] }: DrawnNumbers): BoardRule {
  return (_, numbers) => {
    const hits = hitsIn(numbers.split(' '), main)
    return hits >= 3 ? [{ tier: `match_${hits}`, count: 1 }] : []
  }
}
