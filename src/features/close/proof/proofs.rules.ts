/** The equations of a closing with their Vietnamese labels, computed from the figures. */
import { postingChoice } from '#features/close/books/books.contract.ts'
import type { DayProof, FoundDifference } from '#features/close/day-close/day-close.contract.ts'
import { infoOf } from '#contract/schema.ts'
import { numberText } from '#contract/text/number-text.ts'

interface Figures {
  facts: Record<string, number>
  lines: readonly { name: string; values: number[] }[]
  found: number
  findings: readonly FoundDifference[]
}

type Sign = '=' | '+' | '-' | null
type Terms = readonly (readonly [label: string, value: number, sign?: Sign])[]

interface Equation {
  title: string
  seen: string
  sides: Terms
  difference: number
  note: string
  link: string | null
  link_text: string
  unit?: DayProof['unit']
  heads?: string[]
}

const sum = (...values: number[]) => values.reduce((total, value) => total + value, 0)
/** The first difference that is not 0; otherwise 0. */
const firstOf = (...differences: number[]) => differences.find((difference) => difference !== 0) ?? 0
const days = (day: string) => `from_date=${day}&to_date=${day}`

/** The list of orders finds them by the day on which they were placed; some were paid on another one. */
const placed_orders = 'Đơn đặt trong ngày'

const postings = new Map(infoOf(postingChoice())!.options!.map(({ value, label }) => [String(value), label]))

/** In displayed order. */
export const proof_names = [
  'sales',
  'report',
  'refunds',
  'fees',
  'cashback',
  'stock',
  'draws',
  'prizes',
  'gateways',
  'deposits',
  'wallets',
  'funds',
] as const
export type ProofName = (typeof proof_names)[number]

/** The figures that the statement of each proof gives. */
const fact_names = {
  sales: ['orders', 'sold', 'taken', 'posted'],
  report: ['reported', 'given_back', 'paid'],
  refunds: ['orders', 'given_back', 'returned', 'posted', 'older_orders', 'older'],
  fees: ['orders', 'charged', 'posted'],
  cashback: ['payments', 'paid', 'taken_back', 'posted'],
  stock: ['stocks', 'imported', 'sold', 'held', 'returned', 'transferred', 'unsold'],
  draws: ['draws', 'confirmed', 'given_back', 'idle', 'corrected'],
  prizes: ['orders', 'won', 'paid', 'kept', 'waiting', 'pushing', 'unknown', 'failed', 'expired', 'open', 'older_paid'],
  gateways: ['payouts', 'runs', 'sent', 'paid', 'failed', 'open', 'posted', 'theirs'],
  deposits: ['lines', 'came', 'paid', 'other', 'waiting', 'posted', 'older_lines', 'older'],
  wallets: ['accounts', 'opening', 'came', 'went', 'closing'],
  funds: ['accounts', 'opening', 'came', 'went', 'closing'],
} as const satisfies Record<ProofName, readonly string[]>

type Facts<P extends ProofName> = Record<(typeof fact_names)[P][number], number>

const equations: { [P in ProofName]: (facts: Facts<P>, day: string) => Equation } = {
  sales: (f, day) => ({
    title: 'Bán = thu = sổ cái',
    seen: `${numberText(f.orders)} đơn đã thanh toán`,
    sides: [
      ['Đơn đã bán', f.sold],
      ['Tiền đã thu', f.taken, '='],
      ['Sổ cái', f.posted, '='],
    ],
    difference: firstOf(f.sold - f.taken, f.sold - f.posted),
    note: 'mỗi đơn đúng một bút toán thu · kiểm từng đơn',
    link: `/lich-su-giao-dich?${days(day)}`,
    link_text: placed_orders,
    heads: ['Số đơn', 'Đơn đã bán', 'Tiền đã thu', 'Sổ cái'],
  }),
  report: (f, day) => ({
    title: 'Báo cáo doanh thu',
    seen: 'đơn đặt trong ngày',
    sides: [
      ['Báo cáo', f.reported],
      ['Đã hoàn lại', f.given_back, '+'],
      ['Đơn đã thanh toán', f.paid, '='],
    ],
    difference: f.reported + f.given_back - f.paid,
    note: 'bảng tổng hợp của báo cáo cộng lại từ đơn',
    link: `/lich-su-giao-dich?${days(day)}&is_sale=true`,
    link_text: 'Đơn tính doanh thu',
  }),
  refunds: (f, day) => ({
    title: 'Hoàn, hủy',
    seen: `${numberText(f.orders)} đơn hoàn tiền trong ngày`,
    sides: [
      ['Phải hoàn', f.given_back],
      ['Đã trả khách', f.returned, '='],
      ['Sổ cái', f.posted, '='],
    ],
    difference: firstOf(f.given_back - f.returned, f.given_back - f.posted),
    note:
      f.older_orders > 0
        ? `trong đó ${numberText(f.older_orders)} đơn của ngày trước, ${numberText(f.older)} đ · không đơn nào hoàn hai lần`
        : 'không đơn nào hoàn hai lần',
    link: `/lich-su-hoan-huy?${days(day)}`,
    link_text: `${numberText(f.orders)} đơn`,
  }),
  fees: (f, day) => ({
    title: 'Phí mua vé',
    seen: `${numberText(f.orders)} đơn có phí`,
    sides: [
      ['Phí trên đơn', f.charged],
      ['Sổ cái', f.posted, '='],
    ],
    difference: f.charged - f.posted,
    note: 'mỗi đơn có phí đúng một bút toán phí',
    link: `/lich-su-giao-dich?${days(day)}`,
    link_text: placed_orders,
  }),
  cashback: (f) => ({
    title: 'Cashback',
    seen: `${numberText(f.payments)} khoản trả, thu hồi`,
    sides: [
      ['Đã trả', f.paid],
      ['Thu hồi', f.taken_back, '-'],
      ['Sổ cái', f.posted, '='],
    ],
    difference: f.paid - f.taken_back - f.posted,
    note: 'mỗi đơn được trả và thu hồi nhiều nhất một lần',
    link: null,
    link_text: `${numberText(f.payments)} khoản`,
  }),
  stock: (f, day) => ({
    title: 'Vé trong kho',
    seen: `${numberText(f.stocks)} cặp kho × đài`,
    unit: 'tickets',
    sides: [
      ['Nhập', f.imported],
      ['Bán', f.sold, '='],
      ['Giữ', f.held, '+'],
      ['Hoàn', f.returned, '+'],
      ['Chuyển', f.transferred, '+'],
      ['Ôm lại', f.unsold, '+'],
    ],
    difference: f.imported - sum(f.sold, f.held, f.returned, f.transferred, f.unsold),
    note: 'đếm lại từ từng dãy số, từng biến động và từng phiếu',
    link: `/bao-cao-lich-su-kho-ve?${days(day)}`,
    link_text: `${numberText(f.imported)} vé`,
    heads: ['Nhập', 'Bán', 'Giữ', 'Hoàn', 'Chuyển', 'Ôm lại'],
  }),
  draws: (f, day) => ({
    title: 'Kỳ quay của ngày',
    seen: 'kết quả hai người xác nhận',
    unit: 'draws',
    sides: [
      ['Kỳ quay', f.draws],
      ['Đã xác nhận', f.confirmed, '='],
      ['Hủy, đã hoàn', f.given_back, '+'],
      ['Không bán vé', f.idle, '+'],
    ],
    difference: f.draws - sum(f.confirmed, f.given_back, f.idle),
    note: `kỳ hủy phải hoàn xong mọi đơn${f.corrected > 0 ? ` · ${numberText(f.corrected)} kỳ của ngày đã chốt có kết quả mới hôm nay` : ''}`,
    link: `/danh-sach-ky?${days(day)}`,
    link_text: `${numberText(f.draws)} kỳ`,
  }),
  prizes: (f, day) => ({
    title: 'Giải = thưởng = chi',
    seen: `${numberText(f.orders)} đơn trúng của kỳ trong ngày`,
    sides: [
      ['Giải tính được', f.won],
      ['Đã chi', f.paid, '='],
      ['Thuế, phí giữ', f.kept, '+'],
      ['Chờ duyệt', f.waiting, '+'],
      ...open('Đang đẩy', f.pushing),
      ...open('Nghi vấn', f.unknown),
      ...open('Thất bại', f.failed),
      ...open('Hết hạn', f.expired),
    ],
    difference: f.won - sum(f.paid, f.kept, f.waiting, f.pushing, f.unknown, f.failed, f.expired),
    note: `${numberText(f.open)} giải chưa lĩnh${f.older_paid > 0 ? ` · trong ngày còn trả ${numberText(f.older_paid)} đ cho giải của ngày trước` : ''}`,
    link: `/lich-su-tra-thuong?${days(day)}`,
    link_text: `${numberText(f.orders)} giải`,
  }),
  gateways: (f) => ({
    title: 'Cổng chi trả',
    seen: `${numberText(f.payouts)} lệnh chi, ${numberText(f.runs)} cổng đã đối soát`,
    sides: [
      ['Lệnh đã gửi', f.sent],
      ['Đã chi', f.paid, '='],
      ['Không chi được', f.failed, '+'],
      ['Chưa trả lời', f.open, '+'],
    ],
    difference: firstOf(f.open, f.paid - f.posted),
    note: `sổ cái ghi đã chi ${numberText(f.posted)} · cổng báo ${numberText(f.theirs)}`,
    link: '/tai-khoan-tra-thuong?tab=reconciliation',
    link_text: 'Đối soát',
    heads: ['Đã gửi', 'Đã chi', 'Sổ cái', 'Cổng báo', 'Chưa trả lời'],
  }),
  deposits: (f, day) => ({
    title: 'Tiền vào ngân hàng',
    seen: `${numberText(f.lines)} dòng sao kê`,
    sides: [
      ['Sao kê', f.came],
      ['Vào ví khách', f.paid, '='],
      ['Không phải nạp', f.other, '+'],
      ['Chờ xử lý', f.waiting, '+'],
    ],
    difference: firstOf(f.came - f.posted, f.came - sum(f.paid, f.other, f.waiting), f.waiting),
    note: `sổ cái ngân hàng ghi ${numberText(f.posted)}${f.older_lines > 0 ? ` · trong đó ${numberText(f.older_lines)} dòng của ngày đã chốt, ${numberText(f.older)} đ` : ''}`,
    link: `/nap-tien-chuyen-khoan?${days(day)}`,
    link_text: `${numberText(f.lines)} dòng`,
  }),
  wallets: (f, day) => ({
    title: 'Ví khách',
    seen: `${numberText(f.accounts)} ví`,
    sides: balance(f),
    difference: f.opening + f.came - f.went - f.closing,
    note: 'từng ví cộng lại bằng sổ cái',
    link: `/lich-su-giao-dich-vi?${days(day)}`,
    link_text: `${numberText(f.accounts)} ví`,
    heads: ['Vào ví', 'Ra khỏi ví'],
  }),
  funds: (f, day) => ({
    title: 'Quỹ chi trả',
    seen: `${numberText(f.accounts)} quỹ, số âm là tiền đang ở ngoài`,
    sides: balance(f),
    difference: f.opening + f.came - f.went - f.closing,
    note: 'số dư đầu ngày, cuối ngày',
    link: `/lich-su-tai-khoan-tra-thuong?${days(day)}`,
    link_text: `${numberText(f.accounts)} quỹ`,
    heads: ['Đầu ngày', 'Vào', 'Ra', 'Cuối ngày'],
  }),
}

const open = (label: string, value: number): Terms => (value === 0 ? [] : [[label, value, '+']])

const balance = (f: Facts<'wallets' | 'funds'>): Terms => [
  ['Đầu ngày', f.opening],
  ['Vào', f.came, '+'],
  ['Ra', f.went, '-'],
  ['Cuối ngày', f.closing, '='],
]

function equationOf<P extends ProofName>(proof: P, totals: Record<string, number>, day: string): Equation {
  const missing = fact_names[proof].find((name) => typeof totals[name] !== 'number')
  if (missing) throw new Error(`The proof ${proof} has no figure ${missing}`)
  return equations[proof](totals as Facts<P>, day)
}

/** The proofs of a day, as they are shown and signed. */
export function proofsOf(day: string, figures: Record<ProofName, Figures>): DayProof[] {
  return proof_names.map((proof) => {
    const { facts: totals, lines, found, findings } = figures[proof]
    const { sides, heads = [], unit = 'money', ...rest } = equationOf(proof, totals, day)
    return {
      proof,
      ...rest,
      unit,
      sides: sides.map(([label, value, sign = null]) => ({ label, value, sign })),
      heads,
      lines: lines.map((line) => ({
        ...line,
        name: proof === 'wallets' ? (postings.get(line.name) ?? line.name) : line.name,
      })),
      found: found + unexplained(rest.difference, found),
      findings: [...findings, ...sumFinding(proof, rest.title, rest.difference, found)],
    }
  })
}

/** 1 when the sides differ although no single row does: that difference becomes a finding; otherwise 0. */
const unexplained = (difference: number, count: number) => (difference !== 0 && count === 0 ? 1 : 0)

function sumFinding(proof: string, title: string, difference: number, count: number): FoundDifference[] {
  if (unexplained(difference, count) === 0) return []
  return [{ key: `sum:${proof}`, title: `${title}: hai vế lệch nhau`, amount: difference, link: null }]
}
