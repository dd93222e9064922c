/** Reads a line of an import file: its draw and the drawn numbers. */
import { isTraditional, type Product } from '#features/results/product/product.contract.ts'
import type { DrawResult } from '#features/results/result/draw-shape.rules.ts'
import { numberFaults } from '#features/results/result/entry.rules.ts'
import { publishedFindings } from '#features/results/result/published.rules.ts'
import { readPasted } from '#features/results/result-entry/paste.rules.ts'
import type { ResultImportRow } from './result-import.contract.ts'

export interface Catalogue {
  products: readonly {
    category: Product
    category_code: string
    category_name: string
    /** The digits of a draw's code. */
    number_digits: number
    /** Whether the game draws more than once a day. */
    is_often: boolean
  }[]
  stations: readonly { area_id: number; area_code: string; category: Product }[]
}

export interface NamedDraw {
  category: Product
  /** Null for a game. */
  area_id: number | null
  open_date: string
  /** Null for a station, whose draws are identified by their days. */
  period_code: string | null
}

export interface ReadRow extends NamedDraw, DrawResult {
  index: number
  draw_time: string | null
  is_often: boolean
}

export interface RowFault {
  index: number
  error: string
  fix: string
}

export function readRow(row: ResultImportRow, index: number, { products, stations }: Catalogue): ReadRow | RowFault {
  const fault = (error: string, fix: string): RowFault => ({ index, error, fix })
  const code = row.category_code.toUpperCase()
  const product = products.find((candidate) => candidate.category_code === code)
  if (!product) return fault(`Không có sản phẩm ${row.category_code}`, 'Dùng mã như XSMN, M645, KENO')
  const { category, category_code, number_digits, is_often } = product
  const area_code = row.area_code?.toUpperCase()
  const station = stations.find((candidate) => candidate.category === category && candidate.area_code === area_code)
  if (isTraditional(category) && !station)
    return fault(`${product.category_name} không có đài ${row.area_code ?? '(trống)'}`, 'Dùng mã đài như HCM, TTH, HN')
  const number = /(\d+)\s*$/.exec(row.period_code ?? '')?.[1]?.replace(/^0+/, '')
  if (!isTraditional(category) && number === undefined) return fault('Thiếu mã kỳ', 'Nhập số kỳ, ví dụ 01521')
  const entry = entryOf(row, category)
  const [firstFault] = numberFaults(category, row.open_date, entry.numbers)
  if (firstFault) return fault(firstFault.message, firstFault.rule ?? 'Sửa theo tờ kết quả gốc')
  const amounts = publishedFindings(category, entry.published, null).find(({ rule }) => rule?.includes('tối thiểu'))
  if (amounts) return fault(amounts.message, amounts.rule!)
  return {
    index,
    category,
    area_id: station?.area_id ?? null,
    open_date: row.open_date,
    period_code: number === undefined || station ? null : `${category_code}-${number.padStart(number_digits, '0')}`,
    draw_time: row.draw_time ?? null,
    is_often,
    ...entry,
  }
}

/** The numbers and amounts of a line; amounts have names, or are in the order of the tiers. */
function entryOf({ result, published, open_date }: ResultImportRow, category: Product): DrawResult {
  const { numbers } = readPasted(category, open_date, result.normalize('NFC'))
  if (published == null)
    return { numbers, published: readPasted(category, open_date, result.normalize('NFC')).published }
  const parts = published.split(/[;|\n]/).map((part) => part.trim())
  const isNamed = /[a-zđ]{2}/i.test(published.replaceAll(/giải|đồng|vnd/gi, ''))
  const jackpots = isNamed
    ? published
    : parts.map((part, index) => `JP${parts.length > 1 ? index + 1 : ''}: ${part}`).join('\n')
  return { numbers, published: readPasted(category, open_date, jackpots.normalize('NFC')).published }
}
