/** The lines of a group's fees, one for each source of payment, from 0 đ to infinity. */
import { infoOf } from '#contract/schema.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Row } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { RangeLanes, type Lane, type LanePiece } from '#web/ui/show/range-lanes.tsx'
import { category as categoryField, type Product } from '#features/results/product/product.contract.ts'
import type { FeeRow } from './fee.contract.ts'
import type { FeeRule } from './fee.rules.ts'
import { faultsOf, lineOf, type FeePiece } from './fee-line.rules.ts'
import { feeText, limitsText, rangeText } from './fee-text.rules.ts'

export interface Vendor {
  payment_vendor_id: number
  vendor_code: string
  vendor_name: string
  status: number
}

/** A rule in force, or the one that is being typed, which has no number. */
export type ShownRule = FeeRule & { fee_id: number | null }

const products = infoOf(categoryField())!.options!
export const productName = (category: number | null) =>
  products.find(({ value }) => value === category)?.label ?? 'Mọi sản phẩm'

/** A product that no rule names, so that only rules for any product apply. */
const any_product = 0

const icons: Record<string, IconName> = { WALLET: 'wallet', BANK: 'bank', POS: 'store' }

export interface FeeLine {
  vendor: Vendor
  category: Product | null
  pieces: FeePiece<ShownRule>[]
  overlaps: number
  gaps: number
}

/** A line for each source that is active or has a rule; a source with rules for a product has another one for that product. */
export function linesOf(rules: readonly ShownRule[], vendors: readonly Vendor[], product: Product | null): FeeLine[] {
  const visibleVendors = vendors.filter(
    ({ status, payment_vendor_id: id }) => status === 1 || rules.some((rule) => rule.payment_vendor_id === id),
  )
  return visibleVendors.flatMap((vendor) => {
    const vendorRules = rules.filter((rule) => rule.payment_vendor_id === vendor.payment_vendor_id)
    const ruledProducts = [...new Set(vendorRules.map((rule) => rule.category))].filter(
      (category) => category !== null,
    ) as Product[]
    const categories = product === null ? [null, ...ruledProducts.toSorted((a, b) => a - b)] : [product]
    return categories.map((category) => {
      const pieces = lineOf(rules, { ...vendor, category: category ?? any_product })
      return { vendor, category, pieces, ...faultsOf(pieces) }
    })
  })
}

interface FeeLanesProps {
  lines: readonly FeeLine[]
  onPick?: (fee_id: number) => void
}

export function FeeLanes({ lines, onPick }: FeeLanesProps) {
  return (
    <RangeLanes
      label="Phí theo giá trị đơn"
      head="Giá trị đơn"
      lanes={lines.map(laneOf)}
      {...(onPick && { onPick: (key: string) => onPick(Number(key.split('-')[0])) })}
    />
  )
}

function laneOf(line: FeeLine): Lane {
  const { vendor, category, pieces, overlaps, gaps } = line
  const rules = new Set(pieces.flatMap((piece) => piece.rules))
  const gap = pieces.find((piece) => piece.rules.length === 0)
  const fault =
    overlaps > 0
      ? { tone: 'red' as const, text: 'Chồng lấn: mã 2003' }
      : gaps > 0
        ? { tone: 'amber' as const, text: `Trống ${endsText(gap!)}` }
        : undefined
  return {
    key: `${vendor.payment_vendor_id}-${category ?? ''}`,
    icon: icons[vendor.vendor_code] ?? 'phone',
    title: vendor.vendor_name,
    note: [category !== null && productName(category), rules.size === 0 ? 'không thu phí' : `${rules.size} quy tắc`]
      .filter(Boolean)
      .join(' · '),
    ...(fault && { fault }),
    pieces: pieces.map((piece) => pieceOf(piece, line)),
  }
}

const endsText = ({ from, to }: { from: number; to: number | null }) => rangeText({ from_value: from, to_value: to })

function pieceOf(piece: FeePiece<ShownRule>, line: FeeLine): LanePiece {
  const { from, to, rules } = piece
  const place = { from, to, key: `${rules[0]?.fee_id ?? 'x'}-${from}` }
  const range = endsText(piece)
  const [rule, other] = rules
  if (!rule) {
    const is_empty = line.pieces.length === 1
    return is_empty
      ? {
          ...place,
          kind: 'empty',
          title: 'Không thu phí',
          detail: 'chưa có quy tắc',
          label: 'Chưa có quy tắc nào: 0 đ',
        }
      : { ...place, kind: 'gap', title: 'Trống', detail: '0 đ', label: `${range}: trống, không thu phí` }
  }
  if (other)
    return {
      ...place,
      kind: 'overlap',
      title: 'Trùng',
      detail: range,
      label: `Trùng ${range}: ${rules.length} quy tắc`,
    }
  const title = feeText(rule)
  const detail = limitsText(rule)
  const broader = whyBroader(rule, line)
  const note = broader ?? detail
  const kind = rule.fee_id === null ? 'draft' : broader === null ? 'own' : 'broader'
  return {
    ...place,
    kind,
    title,
    ...(note && { detail: note }),
    // The visible text is part of the accessible name.
    label: [`${range}: ${title}${note ? ` ${note}` : ''}`, broader && detail].filter(Boolean).join(', '),
  }
}

/** A rule that applies here because it is for any source or any product. */
function whyBroader(rule: ShownRule, { category }: FeeLine): string | null {
  if (rule.payment_vendor_id === null) return 'theo mọi nguồn'
  return rule.category === null && category !== null ? 'theo mọi sản phẩm' : null
}

/** The rules in force at the beginning of a day, among the present ones and those to come. */
export function rulesOn(rows: readonly FeeRow[], day: string | null): FeeRow[] {
  if (day === null) return rows.filter(({ time }) => time === 1)
  return rows.filter(
    ({ holds_from, holds_to }) => holds_from.slice(0, 10) <= day && (holds_to === null || holds_to.slice(0, 10) > day),
  )
}

/** The days on which something changes, with how many rules begin or end then. */
export function daysToCome(rows: readonly FeeRow[]): { day: string; changes: number }[] {
  const changes = new Map<string, number>()
  const followedFeeIds = new Set(rows.map(({ follows }) => follows))
  for (const { fee_id, time, holds_from, holds_to } of rows) {
    const ends = holds_to !== null && !followedFeeIds.has(fee_id) ? holds_to : null
    for (const moment of [time === 2 ? holds_from : null, ends])
      if (moment !== null) changes.set(moment.slice(0, 10), (changes.get(moment.slice(0, 10)) ?? 0) + 1)
  }
  return [...changes].map(([day, count]) => ({ day, changes: count })).toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** How many overlaps and gaps the lines have. */
export function Faults({ lines }: { lines: readonly { overlaps: number; gaps: number }[] }) {
  const sum = (name: 'overlaps' | 'gaps') => lines.reduce((total, line) => total + line[name], 0)
  const [overlaps, gaps] = [sum('overlaps'), sum('gaps')]
  if (overlaps + gaps === 0) return <Text tone="muted">Không chồng lấn, không khoảng trống</Text>
  return (
    <Row gap={3}>
      {overlaps > 0 && (
        <Text tone="danger">
          <Icon name="error" /> {`${overlaps} chồng lấn`}
        </Text>
      )}
      {gaps > 0 && (
        <Text tone="amber">
          <Icon name="alert" /> {`${gaps} khoảng trống`}
        </Text>
      )}
    </Row>
  )
}
