/** What the rules of all products speak of: tiers won, and the tickets that won them. */

/** So many prizes of one tier. */
export interface Win {
  tier: string
  count: number
}

/** So many equal tickets (or stakes of one board), each of which has these wins. */
export interface Outcome {
  units: number
  wins: readonly Win[]
}

/** Where sources disagree, a prize table says which reading holds. */
export interface RuleFlags {
  /** North: a ticket with the special number wins the consolation prize as well. */
  consolation_with_special?: boolean | undefined
  /** Max 3D: all prizes of a triplet that was drawn more than once add up; otherwise only the highest one is paid. */
  sum_tiers?: boolean | undefined
  /** Lô tô: a number that is drawn several times wins as often; otherwise once. */
  count_hits?: boolean | undefined
}

/** What a board wins with its play type's number within the product. */
export type BoardRule = (play: number, numbers: string) => readonly Win[]

/** What a traditional ticket wins; the series is null where it is not known. */
export type TicketRule = (number: string, series: string | null) => readonly Win[]
