/** Chooses the cards that make up a prize. */

export interface CardsOfValue {
  /** đồng */
  face_value: number
  count: number
}

/** The maximum number of cards for one prize, because the winner types each into a phone. */
export const max_for_one = 10

/**
 * The fewest cards that make up exactly this amount in đồng: the number of each face value, largest first. Null when the stock cannot make up the
 * amount with at most `max_for_one` cards.
 */
export function cardsFor(amount: number, stock: readonly CardsOfValue[]): CardsOfValue[] | null {
  const values = stock.filter(({ count }) => count > 0).toSorted((a, b) => b.face_value - a.face_value)
  for (let cards = 1; cards <= max_for_one; cards++) {
    const counts = exactly(amount, cards, values, 0)
    if (counts) return counts
  }
  return null
}

/** Exactly this many cards that make up the amount, from `values` starting at index `from`. */
function exactly(amount: number, cards: number, values: readonly CardsOfValue[], from: number): CardsOfValue[] | null {
  if (amount === 0 && cards === 0) return []
  const value = values[from]
  // Even this many cards of the largest remaining value are not enough.
  if (!value || amount <= 0 || value.face_value * cards < amount) return null
  const { face_value } = value
  for (let n = Math.min(value.count, cards, Math.floor(amount / face_value)); n >= 0; n--) {
    const other_cards = exactly(amount - n * face_value, cards - n, values, from + 1)
    if (other_cards) return n === 0 ? other_cards : [{ face_value, count: n }, ...other_cards]
  }
  return null
}
