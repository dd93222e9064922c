/** Prizes of traditional tickets. All prizes of a ticket add up. */
import type { DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'
import type { RuleFlags, TicketRule, Win } from './win.rules.ts'

const small_tiers = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const

/** Returns a function from a number to the tiers that its last digits win, for each length of drawn numbers. */
function endingsOf(draw: DrawnNumbers): (number: string) => Win[] {
  const tiers = new Map<string, Win[]>()
  for (const tier of small_tiers)
    for (const ending of draw[tier] ?? []) {
      const wins = tiers.get(ending) ?? []
      const sameTier = wins.find((win) => win.tier === tier)
      tiers.set(
        ending,
        sameTier
          ? wins.map((win) => (win === sameTier ? { tier, count: win.count + 1 } : win))
          : [...wins, singleWin(tier)],
      )
    }
  const lengths = [...new Set([...tiers.keys()].map((ending) => ending.length))].sort((a, b) => b - a)
  return (number) => {
    let allWins: Win[] = no_wins
    for (const length of lengths) {
      const wins = tiers.get(number.slice(-length))
      if (wins) allWins = allWins === no_wins ? wins : [...allWins, ...wins]
    }
    return allWins
  }
}

const no_wins: Win[] = []
const singleWin = (tier: string): Win => ({ tier, count: 1 })

/**
 * South and Central. Numbers near the special prize win too: with only the first digit different (phụ đặc biệt), or with the same first digit and
 * exactly one other digit different (khuyến khích).
 */
export function southTicket(draw: DrawnNumbers): TicketRule {
  const endingWins = endingsOf(draw)
  const special = draw.special![0]!
  const special_wins = new Map<string, Win>()
  for (let index = 0; index < special.length; index++)
    for (const digit of '0123456789')
      special_wins.set(
        special.slice(0, index) + digit + special.slice(index + 1),
        singleWin(index === 0 ? 'special_extra' : 'consolation'),
      )
  special_wins.set(special, singleWin('special'))
  return (number) => {
    const wins = endingWins(number)
    const win = special_wins.get(number)
    return win ? [win, ...wins] : wins
  }
}

/**
 * North. The special number wins the special prize in the drawn series, and phụ đặc biệt in all others or where the series is not known. Its last two
 * digits win khuyến khích.
 */
export function northTicket(draw: DrawnNumbers, { consolation_with_special = true }: RuleFlags): TicketRule {
  const endingWins = endingsOf(draw)
  const special = draw.special![0]!
  const series_drawn = new Set(draw.series)
  const last_two = special.slice(-2)
  return (number, series) => {
    const wins = endingWins(number)
    if (number === special) {
      const win = singleWin(series !== null && series_drawn.has(series) ? 'special' : 'special_extra')
      return consolation_with_special ? [win, ...wins, singleWin('consolation')] : [win, ...wins]
    }
    return number.endsWith(last_two) ? [...wins, singleWin('consolation')] : wins
  }
}
