/** The numbers on the sample's tickets. */

/** Of which draw, and how many digits its numbers have. */
export interface NumberedDraw {
  area_id: number
  open_date: string
  number_length: number
}

/** Gives out the next so many numbers of a draw, sorted. */
export type TakeNumbers = (draw: NumberedDraw, count: number) => string[]

/**
 * Numbers that look random and are the same at every load. Each draw has one sequence, of which every slip takes the
 * next part, so that no two slips have a number in common.
 */
export function openNumbers(): TakeNumbers {
  const taken = new Map<string, number>()
  return (draw, count) => {
    const key = `${draw.area_id} ${draw.open_date} ${draw.number_length}`
    const first = taken.get(key) ?? 0
    taken.set(key, first + count)
    return Array.from({ length: count }, (_, n) => numberAt(draw, first + n)).toSorted()
  }
}

/**
 * Another number for every n below the power of ten: a n + b n² modulo a power of ten takes each value once when a is
 * coprime to ten and b is a multiple of ten.
 */
function numberAt({ area_id, open_date, number_length }: NumberedDraw, n: number): string {
  const start = Number(open_date.replaceAll('-', '')) * 31 + area_id * 7_919
  return String((start + n * 104_729 + n * n * 310) % 10 ** number_length).padStart(number_length, '0')
}
