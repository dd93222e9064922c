/**
 * The tiers that an order line wins in a draw, and how often. Lines of a system are counted by formulas, not listed. Amounts are data, see
 * `pay.rules.ts`. Source: the game rules of each lottery company.
 */
import { checkBoard, ticketPlay } from '#features/results/product/game.rules.ts'
import { isTraditional, product, type Product } from '#features/results/product/product.contract.ts'
import type { DrawResult } from '#features/results/result/draw-shape.rules.ts'
import { bingoBoard } from './bingo.rules.ts'
import { lottoBoard, megaBoard, powerBoard, sixOf36Board } from './balls.rules.ts'
import { lotoBoard, oneTwoThreeBoard, thanTaiBoard } from './digits.rules.ts'
import { kenoBoard } from './keno.rules.ts'
import { northTicket, southTicket } from './ticket.rules.ts'
import { max3dBoard, max3dProBoard } from './triplets.rules.ts'
import type { BoardRule, Outcome, RuleFlags, Win } from './win.rules.ts'

/** A line as it is stored with its order. */
export interface PlayedLine {
  play_type: number
  numbers: string
  series: string | null
  /** The number of tickets; for a game the single lines of the board times the stake. */
  quantity: number
}

type GameRule = (draw: DrawResult['numbers'], flags: RuleFlags) => BoardRule

const gameRules: Partial<Record<Product, GameRule>> = {
  [product.mega645]: megaBoard,
  [product.power655]: powerBoard,
  [product.max3d]: max3dBoard,
  [product.max3d_pro]: max3dProBoard,
  [product.lotto535]: lottoBoard,
  [product.keno]: kenoBoard,
  [product.bingo18]: bingoBoard,
  [product.dt6x36]: sixOf36Board,
  [product.dt123]: oneTwoThreeBoard,
  [product.than_tai4]: thanTaiBoard,
  [product.loto]: lotoBoard,
}

/**
 * Prepares a draw once and returns the function that decides its lines; for a line without a prize that returns an empty list.
 * @throws Error for a line that this product does not sell: orders are checked when they are created
 */
export function decider(
  category: Product,
  draw: DrawResult['numbers'],
  flags: RuleFlags,
): (line: PlayedLine) => readonly Outcome[] {
  if (isTraditional(category)) return ticketDecider(category === product.north, draw, flags)
  const rule = gameRules[category]?.(draw, flags)
  if (!rule) throw new Error(`product ${category} has no rule for its prizes`)
  const cache = new Map<string, { wins: readonly Win[]; lines: number }>()
  return ({ play_type, numbers, quantity }) => {
    const key = `${play_type} ${numbers}`
    let board = cache.get(key)
    if (!board) {
      const result = checkBoard(category, { play_type, numbers, stake: 1 })
      if ('error' in result) throw new Error(`${key}: ${result.error}`)
      board = { wins: rule(play_type % 100, numbers), lines: result.lines }
      // Popular boards repeat, so their results are cached, up to a limit of memory.
      if (cache.size < cache_limit) cache.set(key, board)
    }
    return board.wins.length === 0 ? no_outcomes : [{ units: quantity / board.lines, wins: board.wins }]
  }
}

const cache_limit = 100_000
const no_outcomes: readonly Outcome[] = []

function ticketDecider(is_north: boolean, draw: DrawResult['numbers'], flags: RuleFlags) {
  const rule = is_north ? northTicket(draw, flags) : southTicket(draw)
  const digits = is_north ? 5 : 6
  const drawn_series = is_north ? (draw.series ?? []) : []
  const oneNumber = (number: string, units: number): Outcome[] => {
    // A ticket group has the number in every series, so one of its tickets wins the special prize for each drawn series.
    const special = Math.min(drawn_series.length, units)
    return [
      { units: special, wins: special > 0 ? rule(number, drawn_series[0]!) : [] },
      { units: units - special, wins: rule(number, null) },
    ].filter(({ units: count, wins }) => count > 0 && wins.length > 0)
  }
  return ({ play_type, numbers, series, quantity }: PlayedLine): readonly Outcome[] => {
    if (play_type === ticketPlay.single) {
      const wins = rule(numbers, series)
      return wins.length === 0 ? no_outcomes : [{ units: quantity, wins }]
    }
    if (numbers.length === digits) return oneNumber(numbers, quantity)
    return first_digits.flatMap((digit) => oneNumber(digit + numbers, quantity / first_digits.length))
  }
}

const first_digits = [...'0123456789']
