/** Types that the prize rules of all products share. */

/** A number of prizes of one tier. */
export interface Win {
  tier: string
  count: number
}

/** A number of equal tickets (or stakes of one board), each with these wins. */
export interface Outcome {
  units: number
  wins: readonly Win[]
}

/** Rules on which the published sources disagree; the prize table says which reading applies. */
export interface RuleFlags {
  /** North: a ticket with the special number also wins the consolation prize. */
  consolation_with_special?: boolean | undefined
  /** Max 3D: a triplet that was drawn more than once is paid all of its prizes; otherwise only the highest one. */
  sum_tiers?: boolean | undefined
  /** Lô tô: a number that was drawn several times wins that many times; otherwise once. */
  count_hits?: boolean | undefined
}

/** The wins of a board; `play` is the last two digits of its play type. */
export type BoardRule = (play: number, numbers: string) => readonly Win[]

/** The wins of a traditional ticket; the series is null where it is not known. */
export type TicketRule = (number: string, series: string | null) => readonly Win[]
