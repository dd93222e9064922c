/** Random results of a draw, by the rules of its product. */
import type { Chance } from './chance.ts'
import { product, type Product } from '#features/results/product/product.contract.ts'
import type { DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'
import { inPrintedOrder, shapeOf } from '#features/results/result/entry.rules.ts'

/** Random numbers for each prize group of the product. */
export function drawnNumbers(chance: Chance, category: Product, open_date: string): DrawnNumbers {
  const numbers: Partial<Record<string, string[]>> = {}
  for (const { key, count, digits, pool } of shapeOf(category, open_date)) {
    const isDie = category === product.bingo18
    const number = () =>
      isDie ? String(chance.between(1, 6)) : String(chance.between(0, 10 ** digits! - 1)).padStart(digits!, '0')
    if (digits !== undefined) numbers[key] = Array.from({ length: count }, number)
    else if (pool !== undefined) numbers[key] = chance.sample(ballsUpTo(pool, numbers.main), count)
    else numbers[key] = chance.sample(signs, count)
  }
  return inPrintedOrder(category, numbers as DrawnNumbers)
}

/** The balls left in a pool; the second pool of Lotto 5/35 is smaller and separate. */
function ballsUpTo(pool: number, drawn: readonly string[] = []): string[] {
  const all = Array.from({ length: pool }, (_, n) => String(n + 1).padStart(2, '0'))
  return pool > 12 ? all.filter((number) => !drawn.includes(number)) : all
}

const signs = Array.from({ length: 20 }, (_, n) => `${n + 1}${'ABCDEGHKLM'[n % 10]}${'NPRSTUVXYZ'[(n * 3) % 10]}`)
