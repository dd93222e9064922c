/** The numbers on the sample's tickets. */

/** A draw, and the number of digits of its ticket numbers. */
export interface NumberedDraw {
  area_id: number
  open_date: string
  number_length: number
}

/** Returns the next `count` numbers of a draw, sorted. */
export type TakeNumbers = (draw: NumberedDraw, count: number) => string[]

/** Pseudo-random numbers, the same at every load. Each slip takes the next part of its draw's sequence, so that no two slips share a number. */
export function openNumbers(): TakeNumbers {
  const taken_counts = new Map<string, number>()
  return (draw, count) => {
    const key = `${draw.area_id} ${draw.open_date} ${draw.number_length}`
    const first_copy = taken_counts.get(key) ?? 0
    taken_counts.set(key, first_copy + count)
    return Array.from({ length: count }, (_, n) => numberAt(draw, first_copy + n)).toSorted()
  }
}

/** A permutation of the numbers: a n + b n² modulo a power of ten takes each value once if a is coprime to ten and b a multiple of ten. */
function numberAt({ area_id, open_date, number_length }: NumberedDraw, n: number): string {
  const start = Number(open_date.replaceAll('-', '')) * 31 + area_id * 7_919
  return String((start + n * 104_729 + n * n * 310) % 10 ** number_length).padStart(number_length, '0')
}
