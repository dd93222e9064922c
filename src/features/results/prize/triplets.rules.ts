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

/** The highest tier of two different triplets. */
function tierOfPair(one: readonly Tier[], other: readonly Tier[]): string | null {
  if (one.length > 0 && other.length > 0)
    return tiers.find((tier) => one.includes(tier) && other.includes(tier)) ?? 'any'
  const drawnTiers = one.length > 0 ? one : other
  if (drawnTiers.length === 0) return null
  return drawnTiers.includes('special') ? 'one_special' : 'one_other'
}

/** Bao chữ số, in which each of two triplets is played in every order of its digits. */
const all_digit_orders = 30

/** Max 3D Pro: the lines are ordered pairs of two different triplets. */
export function max3dProBoard(draw: DrawnNumbers): BoardRule {
  const tiersByTriplet = tiersDrawn(draw)
  const [special_first, special_second] = draw.special as [string, string]
  return (play, numbers) => {
    const pickedTriplets = numbers.split(' ')
    const [one, other] = pickedTriplets.map((triplet) => sorted(triplet)) as [string, string]
    const orders = play === all_digit_orders
    const inFirst = (triplet: string) =>
      orders ? sorted(triplet) === one : play === 2 ? triplet === pickedTriplets[0] : pickedTriplets.includes(triplet)
    const inSecond = (triplet: string) =>
      orders ? sorted(triplet) === other : play === 2 ? triplet === pickedTriplets[1] : pickedTriplets.includes(triplet)
    const firsts = orders ? ordersOf(one) : play === 2 ? 1 : pickedTriplets.length
    const seconds = orders ? ordersOf(other) : play === 2 ? 1 : pickedTriplets.length
    const wins = new Map<string, number>()
    // Pairs with both triplets drawn: at most 380, however many lines the board has.
    const drawn_firsts = [...tiersByTriplet.keys()].filter(inFirst)
    const drawn_seconds = [...tiersByTriplet.keys()].filter(inSecond)
    for (const a of drawn_firsts)
      for (const b of drawn_seconds)
        if (a !== b)
          add(
            wins,
            a === special_first && b === special_second
              ? 'special'
              : pairTier(tiersByTriplet.get(a)!, tiersByTriplet.get(b)!),
            1,
          )
    // Pairs with one triplet drawn: combined with each triplet of the other position that was not drawn.
    const single = (triplet: string) => (tiersByTriplet.get(triplet)!.includes('special') ? 'one_special' : 'one_other')
    for (const a of drawn_firsts) add(wins, single(a), seconds - drawn_seconds.length)
    for (const b of drawn_seconds) add(wins, single(b), firsts - drawn_firsts.length)
    return winsOf(wins)
  }
}

/** The two triplets of the special prize in reversed order are a separate tier. */
function pairTier(one: readonly Tier[], other: readonly Tier[]): string {
  const tier = tierOfPair(one, other)!
  return tier === 'special' ? 'special_reversed' : tier
}

function ordersOf(triplet: string): number {
  return [1, 3, 6][new Set(triplet).size - 1]!
}

function add(wins: Map<string, number>, tier: string, count: number): void {
  if (count > 0) wins.set(tier, (wins.get(tier) ?? 0) + count)
}

function winsOf(wins: ReadonlyMap<string, number>): Win[] {
  return [...wins].map(([tier, count]) => ({ tier, count }))
}
