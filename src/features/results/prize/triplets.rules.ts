/** Prizes of Max 3D, 3D+ and Pro. Twenty triplets are drawn in four tiers, and a triplet may be drawn more than once. */
import type { DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'
import type { BoardRule, RuleFlags, Win } from './win.rules.ts'

const tiers = ['special', 'first', 'second', 'third'] as const
type Tier = (typeof tiers)[number]

/** Numbers of the play types: Cơ bản 1, Đảo 2, Ôm 3, Max 3D+ 4. */
const plus = 4

/** By triplet the tiers in which it was drawn, once per drawing, highest first. */
type TiersDrawn = ReadonlyMap<string, readonly Tier[]>

function tiersDrawn(draw: DrawnNumbers): TiersDrawn {
  const tiersByTriplet = new Map<string, Tier[]>()
  for (const tier of tiers)
    for (const triplet of draw[tier] ?? []) tiersByTriplet.set(triplet, [...(tiersByTriplet.get(triplet) ?? []), tier])
  return tiersByTriplet
}

export function max3dBoard(draw: DrawnNumbers, { sum_tiers = true }: RuleFlags): BoardRule {
  const tiersByTriplet = tiersDrawn(draw)
  return (play, numbers) => {
    if (play === plus) return plusBoard(tiersByTriplet, numbers)
    const wins = new Map<string, number>()
    // Each triplet that the board covers is one of its lines; the drawn ones win.
    for (const [triplet, tripletTiers] of tiersByTriplet)
      if (covers(numbers, triplet, play))
        for (const tier of sum_tiers ? tripletTiers : tripletTiers.slice(0, 1)) add(wins, tier, 1)
    return winsOf(wins)
  }
}

const basic = 1
const all_orders = 2

function covers(board: string, triplet: string, play: number): boolean {
  if (play === basic) return board === triplet
  if (play === all_orders) return sorted(board) === sorted(triplet)
  return [...board].every((digit, index) => digit === '*' || digit === triplet[index])
}

const sorted = (triplet: string) => [...triplet].toSorted().join('')

/** Max 3D+: two triplets in any order; only the highest tier is paid. */
function plusBoard(drawn: TiersDrawn, numbers: string): Win[] {
  const [first_number, second_number] = numbers.split(' ') as [string, string]
  const tier = tierOfPair(drawn.get(first_number) ?? [], drawn.get(second_number) ?? [])
  return tier === null ? [] : [{ tier: `plus_${tier}`, count: 1 }]
}

/** The highest tier of two different triplets, by the tiers in which each was drawn; null where neither was. */
function tierOfPair(first: readonly Tier[], second: readonly Tier[]): string | null {
  if (first.length > 0 && second.length > 0)
    return tiers.find((tier) => first.includes(tier) && second.includes(tier)) ?? 'any'
  const drawnTiers = first.length > 0 ? first : second
  if (drawnTiers.length === 0) return null
  return drawnTiers.includes('special') ? 'one_special' : 'one_other'
}

/** Play types of Max 3D Pro: Cơ bản is one ordered pair, Bao chữ số two triplets with all orders of their digits, any other one Bao n triplets. */
const ordered_pair = 2
const all_digit_orders = 30

/** The triplets that a board plays in one position of its pairs. */
interface Position {
  includes: (triplet: string) => boolean
  count: number
}

function positionsOf(play: number, numbers: string): [Position, Position] {
  const picked = numbers.split(' ') as [string, string, ...string[]]
  if (play === ordered_pair) return [exactly(picked[0]), exactly(picked[1])]
  if (play === all_digit_orders) return [inAnyOrder(picked[0]), inAnyOrder(picked[1])]
  const any = { includes: (triplet: string) => picked.includes(triplet), count: picked.length }
  return [any, any]
}

const exactly = (picked: string): Position => ({ includes: (triplet) => triplet === picked, count: 1 })

function inAnyOrder(picked: string): Position {
  const digits = sorted(picked)
  return { includes: (triplet) => sorted(triplet) === digits, count: ordersOf(picked) }
}

/** Max 3D Pro: the lines are ordered pairs of two different triplets. */
export function max3dProBoard(draw: DrawnNumbers): BoardRule {
  const tiersByTriplet = tiersDrawn(draw)
  const drawnTriplets = [...tiersByTriplet.keys()]
  const [special_first, special_second] = draw.special as [string, string]
  const tierOf = (first: string, second: string) =>
    first === special_first && second === special_second
      ? 'special'
      : pairTier(tiersByTriplet.get(first)!, tiersByTriplet.get(second)!)
  const singleTier = (triplet: string) =>
    tiersByTriplet.get(triplet)!.includes('special') ? 'one_special' : 'one_other'
  return (play, numbers) => {
    const [firsts, seconds] = positionsOf(play, numbers)
    const wins = new Map<string, number>()
    // Pairs with both triplets drawn: at most 380, however many lines the board has.
    const drawn_firsts = drawnTriplets.filter(firsts.includes)
    const drawn_seconds = drawnTriplets.filter(seconds.includes)
    for (const first of drawn_firsts)
      for (const second of drawn_seconds) if (first !== second) add(wins, tierOf(first, second), 1)
    // Pairs with one triplet drawn: combined with each triplet of the other position that was not drawn.
    for (const first of drawn_firsts) add(wins, singleTier(first), seconds.count - drawn_seconds.length)
    for (const second of drawn_seconds) add(wins, singleTier(second), firsts.count - drawn_firsts.length)
    return winsOf(wins)
  }
}

/** The two triplets of the special prize in reversed order are a separate tier. */
function pairTier(first: readonly Tier[], second: readonly Tier[]): string {
  const tier = tierOfPair(first, second)!
  return tier === 'special' ? 'special_reversed' : tier
}

/** How many different orders the digits of a triplet have. */
function ordersOf(triplet: string): number {
  return [1, 3, 6][new Set(triplet).size - 1]!
}

function add(wins: Map<string, number>, tier: string, count: number): void {
  if (count > 0) wins.set(tier, (wins.get(tier) ?? 0) + count)
}

function winsOf(wins: ReadonlyMap<string, number>): Win[] {
  return [...wins].map(([tier, count]) => ({ tier, count }))
}
