/** Compares a result with older ones, because an old sheet that was copied by mistake passes all other checks. */
import { isTraditional, product, type Product } from '#features/results/product/product.contract.ts'
import type { FindingRow } from './draw-result.contract.ts'
import { drawShape, type DrawnNumbers } from './draw-shape.rules.ts'

/** The number of older results of the same station or game that are compared. */
export const compared_results = 60

interface OldResult {
  period_code: string
  day: string
  numbers: DrawnNumbers
}

/** Not compared, because three dice repeat often. */
const not_compared: readonly Product[] = [product.bingo18]
/** Numbers with fewer digits repeat by chance. */
const min_digits = 3

/**
 * Warns when at least half of the numbers equal those of an older result; otherwise about single numbers that the previous result has too.
 * @param older results of the same station or game, newest first, at most `compared_results`
 */
export function similarityFindings(
  category: Product,
  numbers: DrawnNumbers,
  older: readonly OldResult[],
): FindingRow[] {
  if (not_compared.includes(category)) return []
  const similar = older.flatMap((old) => {
    const { same, all } = sameNumbers(category, numbers, old.numbers)
    return same * 2 >= all ? [{ old, same, all }] : []
  })
  const [copied] = similar.toSorted((one, other) => other.same - one.same)
  if (copied) {
    const { old, same, all } = copied
    const message = `${same} trong ${all} số giống kỳ ${old.period_code} ngày ${old.day}`
    return [warning(message, 'Từ một nửa số giống nhau thì thường là dán nhầm tờ cũ')]
  }
  const [latest] = older
  return latest && isTraditional(category) ? sameSingly(category, numbers, latest) : []
}

/** Counts equal numbers; balls count only when the whole set is equal, because single balls repeat in most draws. */
function sameNumbers(category: Product, numbers: DrawnNumbers, old: DrawnNumbers): { same: number; all: number } {
  let [equal_count, number_count] = [0, 0]
  for (const { key, count, pool, is_series } of drawShape(category)) {
    if (is_series) continue
    const [drawn, earlier_numbers] = [numbers[key] ?? [], old[key] ?? []]
    number_count += count
    const equal = drawn.filter((number, index) => number === earlier_numbers[index]).length
    equal_count += pool === undefined || equal === count ? equal : 0
  }
  return { same: equal_count, all: number_count }
}

function sameSingly(category: Product, numbers: DrawnNumbers, old: OldResult): FindingRow[] {
  return drawShape(category).flatMap(({ key, label, digits = 0 }) => {
    if (digits < min_digits) return []
    return (numbers[key] ?? []).flatMap((number, index) =>
      old.numbers[key]?.includes(number)
        ? [{ ...warning(`${label} ${number} cũng có ở kỳ ${old.period_code} ngày ${old.day}`, null), key, index }]
        : [],
    )
  })
}

function warning(message: string, rule: string | null): FindingRow {
  return { level: 'warning', message, rule, key: null, index: null }
}
