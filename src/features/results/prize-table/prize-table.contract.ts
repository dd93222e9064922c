/** Prize tables: the amount of each tier from a day on. One person proposes a table, another one confirms it. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { count, day, flag, id, list, moment, money, note, optional, rate, text } from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { category } from '#features/results/product/product.contract.ts'
import { prizeTab } from '#features/settings/pages.contract.ts'

export const prizeTableLife = lifecycle({
  states: {
    waiting: [1, 'Chờ duyệt', 'amber', 'Bảng giải đang chờ người thứ hai xác nhận.'],
    confirmed: [2, 'Đã duyệt', 'neutral', 'Bảng giải đã được duyệt.'],
    rejected: [3, 'Không duyệt', 'neutral', 'Bảng giải đã bị từ chối hoặc rút lại.'],
  },
  moves: {
    confirm: {
      from: ['waiting'],
      to: 'confirmed',
      notBy: { created_by: 'Người lập bảng giải không được tự duyệt, cần người thứ hai.' },
    },
    reject: { from: ['waiting'], to: 'rejected' },
  },
})
export type PrizeTableStatus = StatusOf<typeof prizeTableLife>

const tier = () => text('Hạng giải', 20).check(z.regex(/^[a-z0-9_]+$/, 'Hạng giải không hợp lệ'))

const terms = {
  category: category(),
  effective_from: day('Áp dụng từ'),
  /** The price of the ticket or line, in đồng, for which the amounts are; other prices are paid in proportion. */
  face_value: money('Mệnh giá').check(z.positive('Phải lớn hơn 0 đ')),
  /** đồng by tier; 0 for a tier that pays nothing. */
  amounts: z.record(tier(), money('Giá trị giải')),
  flags: z.object({
    consolation_with_special: optional(flag('Trúng đặc biệt được cộng khuyến khích')),
    sum_tiers: optional(flag('Cộng mọi giải của một bộ số')),
    count_hits: optional(flag('Cộng mỗi lần số xuất hiện')),
  }),
  claim_days: count('Hạn lĩnh thưởng (ngày)', 365).check(z.positive('Phải từ 1 ngày')),
  note: optional(note('Căn cứ', 500)),
}

export const PrizeTable = z.object({
  prize_table_id: id('STT'),
  ...terms,
  status: prizeTableLife.field(),
  /** Null for tables that came with the program. */
  created_by: z.nullable(id('Người lập')),
  created_by_name: z.nullable(text('Người lập', 100)),
  created_at: moment('Lập lúc'),
  decided_by_name: z.nullable(text('Người duyệt', 100)),
  decided_at: z.nullable(moment('Duyệt lúc')),
  decision_reason: z.nullable(note('Lý do từ chối', 500)),
  version: id('Phiên bản'),
})
export type PrizeTableRow = z.output<typeof PrizeTable>

const PrizeTax = z.object({
  effective_from: day('Áp dụng từ'),
  threshold: money('Ngưỡng chịu thuế'),
  /** In basis points. */
  rate: rate('Thuế suất'),
  law: text('Căn cứ', 100),
})

const version_input = { prize_table_id: id('Bảng giải'), version: id('Phiên bản') }
const guards = ['not_found', 'action_invalid', 'no_right', 'changed_by_other'] as const

export const prizeTables = calls('cms/config/prize_table', {
  list: read('GET list', {
    title: 'Bảng giải thưởng',
    may: prizeTab.view,
    input: z.object({ category: category() }),
    output: z.object({
      items: list('Bảng giải', PrizeTable, 1_000),
      taxes: list('Thuế thu nhập cá nhân', PrizeTax, 100),
    }),
  }),
  propose: write('POST propose', {
    title: 'Lập bảng giải thưởng',
    may: prizeTab.update,
    input: z.object(terms),
    output: PrizeTable,
    errors: ['no_right', 'request_pending', 'period_already_drawn'],
  }),
  confirm: write('POST confirm', {
    stepUp: true,
    title: 'Duyệt bảng giải thưởng',
    may: prizeTab.approve,
    input: z.object(version_input),
    output: PrizeTable,
    errors: [...guards, 'period_already_drawn'],
  }),
  /** Whoever may propose tables, but not approve them, withdraws only their own. */
  reject: write('POST reject', {
    title: 'Từ chối bảng giải thưởng',
    may: [...prizeTab.update, ...prizeTab.approve],
    input: z.object({ ...version_input, reason: note('Lý do', 500) }),
    output: PrizeTable,
    errors: guards,
  }),
})
