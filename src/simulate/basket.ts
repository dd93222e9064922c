/** What one customer buys for a draw: boards of a game with realistic numbers, or paper tickets in stock. */
import { maxBoards, type Board } from '#features/results/product/game.rules.ts'
import { isTraditional, product, type Game } from '#features/results/product/product.contract.ts'
import type { Chance } from './chance.ts'
import type { Goods, ShelfTicket, Sale } from './market.ts'

/** A play type: its number within the game, its relative weight, and how its numbers are chosen. */
type PlayChoice = readonly [play: number, share: number, choose: (chance: Chance) => string]

const twoDigits = (n: number) => String(n).padStart(2, '0')
const balls = (count: number, pool: number) => (chance: Chance) =>
  chance.sample(upTo(pool), count).map(twoDigits).join(' ')
const digits =
  (...lengths: number[]) =>
  (chance: Chance) =>
    lengths.map((length) => digitsOf(chance, length)).join(' ')
const oneOf =
  (...words: string[]) =>
  (chance: Chance) =>
    chance.pick(words)
const lotto = (main: number, special: number) => (chance: Chance) =>
  `${balls(main, 35)(chance)} | ${balls(special, 12)(chance)}`

const upTo = (maximum: number) => Array.from({ length: maximum }, (_, n) => n + 1)
const digitsOf = (chance: Chance, length: number) => String(chance.between(0, 10 ** length - 1)).padStart(length, '0')

/** A triplet whose digits are not all equal, so that it has different permutations. */
function mixedTriplet(chance: Chance): string {
  const [first, second, third] = chance.sample([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3)
  return chance.happens(0.5) ? `${third}${first}${second}` : `${second}${third}${first}`
}

function twoTriplets(chance: Chance): string {
  const first = digitsOf(chance, 3)
  const second = digitsOf(chance, 3)
  return first === second ? twoTriplets(chance) : `${first} ${second}`
}

const play_choices: Readonly<Record<Game, readonly PlayChoice[]>> = {
  [product.mega645]: [
    [6, 90, balls(6, 45)],
    [7, 6, balls(7, 45)],
    [8, 2, balls(8, 45)],
    [5, 1, balls(5, 45)],
    [9, 1, balls(9, 45)],
  ],
  [product.power655]: [
    [6, 90, balls(6, 55)],
    [7, 6, balls(7, 55)],
    [8, 2, balls(8, 55)],
    [5, 1, balls(5, 55)],
    [9, 1, balls(9, 55)],
  ],
  [product.max3d]: [
    [1, 55, digits(3)],
    [4, 35, twoTriplets],
    [2, 10, mixedTriplet],
  ],
  [product.max3d_pro]: [
    [2, 95, twoTriplets],
    [
      3,
      5,
      (chance) =>
        chance
          .sample(upTo(999), 3)
          .map((n) => String(n).padStart(3, '0'))
          .join(' '),
    ],
  ],
  [product.lotto535]: [
    [5, 88, lotto(5, 1)],
    [6, 6, lotto(6, 1)],
    [22, 4, lotto(5, 2)],
    [4, 2, lotto(4, 1)],
  ],
  [product.keno]: [
    [1, 4, balls(1, 80)],
    [2, 8, balls(2, 80)],
    [3, 10, balls(3, 80)],
    [4, 12, balls(4, 80)],
    [5, 14, balls(5, 80)],
    [6, 10, balls(6, 80)],
    [7, 5, balls(7, 80)],
    [8, 7, balls(8, 80)],
    [9, 2, balls(9, 80)],
    [10, 8, balls(10, 80)],
    [11, 12, oneOf('Lớn', 'Nhỏ', 'Hòa')],
    [12, 8, oneOf('Chẵn', 'Lẻ', 'Hòa', 'Chẵn 11-12', 'Lẻ 11-12')],
  ],
  [product.bingo18]: [
    [1, 20, oneOf('1', '2', '3', '4', '5', '6')],
    [2, 12, oneOf('1 1', '2 2', '3 3', '4 4', '5 5', '6 6')],
    [5, 30, (chance) => String(chance.between(3, 18))],
    [6, 33, oneOf('Lớn', 'Nhỏ', 'Hòa')],
    [4, 5, oneOf('Bất kỳ')],
  ],
  [product.dt6x36]: [[6, 1, balls(6, 36)]],
  [product.dt123]: [[1, 1, digits(1, 2, 3)]],
  [product.than_tai4]: [[1, 1, digits(4)]],
  [product.loto]: [
    [2, 60, digits(2)],
    [3, 28, digits(3)],
    [4, 12, digits(4)],
  ],
  [product.max4d]: [],
}

const board_counts = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6]
const quick_pick_share = 0.35
const stakes = [1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 5]
/** Products whose lines may have a stake above one. */
const products_with_stakes: ReadonlySet<number> = new Set([
  product.max3d,
  product.keno,
  product.bingo18,
  product.dt123,
  product.than_tai4,
  product.loto,
])

/** Null when nothing is in stock. */
export function basket(chance: Chance, { category, area_id, open_date, shelf }: Sale, is_vip: boolean): Goods | null {
  if (!isTraditional(category)) return { category, boards: boardsOf(chance, category, is_vip) }
  const tickets = takeTickets(chance, shelf, is_vip)
  return tickets.length === 0 ? null : { area_id: area_id!, open_date, tickets }
}

function boardsOf(chance: Chance, game: Game, is_vip: boolean): Board[] {
  const count = is_vip ? chance.between(2, 6) : chance.pick(board_counts)
  // A quick pick applies to the whole ticket.
  const quick_pick = chance.of('quick pick').happens(quick_pick_share)
  return Array.from({ length: Math.min(count, maxBoards(game)) }, () => {
    const [play, , choose] = chance.weighted(play_choices[game], ([, share]) => share)
    const stake = products_with_stakes.has(game) ? chance.pick(stakes) * (is_vip ? chance.pick([1, 2, 5, 10]) : 1) : 1
    return { play_type: game * 100 + play, numbers: choose(chance), stake, quick_pick }
  })
}

const ticket_counts = [1, 1, 1, 1, 2, 2, 2, 3, 3, 5, 10]
/** Lucky endings are preferred. */
const lucky_ending = /(39|68|79|86|88|99)$/

/** A few numbers with some tickets each; occasionally more than are in stock. */
function takeTickets(chance: Chance, shelf: readonly ShelfTicket[], is_vip: boolean) {
  const available = shelf.filter((ticket) => ticket.left > 0)
  const numbers = new Set<ShelfTicket>()
  const number_count = Math.min(available.length, is_vip ? chance.between(2, 5) : chance.pick([1, 1, 1, 2, 3]))
  while (numbers.size < number_count)
    numbers.add(chance.weighted(available, ({ number }) => (lucky_ending.test(number) ? 5 : 1)))
  const greedy = chance.happens(0.012)
  return [...numbers].map((ticket) => {
    const quantity = greedy
      ? ticket.left + 1
      : Math.min(ticket.left, is_vip ? chance.between(3, 12) : chance.pick(ticket_counts))
    ticket.left = Math.max(0, ticket.left - quantity)
    return { number: ticket.number, series: ticket.series, quantity }
  })
}
