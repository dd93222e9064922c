/** The draws of Keno and Bingo18: their times, their numbers, and their results by seed. */
import { pseudoRandom } from './pseudo-random.ts'

export type FeedGame = 'keno' | 'bingo18'

interface Timetable {
  /** First draw of a day, in minutes after midnight in Viet Nam. */
  first: number
  last: number
  every: number
  /** Number of the first draw of a reference day; draws are numbered consecutively. */
  anchor: { day: string; number: number }
  digits: number
  draw: (random: (index: number) => number) => string[]
}

const day_ms = 86_400_000
const twoDigits = (number: number) => String(number).padStart(2, '0')

const timetables: Record<FeedGame, Timetable> = {
  keno: {
    first: 368,
    last: 1_312,
    every: 8,
    anchor: { day: '2026-07-01', number: 286_693 },
    digits: 7,
    draw: (random) => {
      const balls = Array.from({ length: 80 }, (_, index) => ({ ball: index + 1, order: random(index) }))
      const drawnBalls = balls.toSorted((one, other) => one.order - other.order).slice(0, 20)
      return drawnBalls.map(({ ball }) => twoDigits(ball)).toSorted()
    },
  },
  bingo18: {
    first: 366,
    last: 1_314,
    every: 6,
    anchor: { day: '2026-07-24', number: 178_247 },
    digits: 7,
    draw: (random) => [0, 1, 2].map((index) => String(1 + Math.floor(random(index) * 6))),
  },
}

/** Whether the two sources report results of a game of this name. */
export const isFeedGame = (name: string): name is FeedGame => Object.hasOwn(timetables, name)

/** The moment of the draw with this number; null when there is no such draw. */
export function drawnAt(game: FeedGame, draw: string): number | null {
  const { first: first_time, last: last_time, every, anchor, digits } = timetables[game]
  if (draw.length !== digits || !/^\d+$/.test(draw)) return null
  const draws_since_anchor = Number(draw) - anchor.number
  const per_day = (last_time - first_time) / every + 1
  const [day, index] = [Math.floor(draws_since_anchor / per_day), ((draws_since_anchor % per_day) + per_day) % per_day]
  return Date.parse(`${anchor.day}T00:00:00+07:00`) + day * day_ms + (first_time + index * every) * 60_000
}

/** The result of a draw, deterministic by seed; `variant` gives other numbers for the same draw. */
export function drawnNumbers(game: FeedGame, draw: string, seed: string, variant = ''): string[] {
  return timetables[game].draw((index) => pseudoRandom(seed, 'draw', game, draw, variant, index))
}
