/** The journal of a day for the accounting program, and the settings of closings and books. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { choice, count, day, flag, id, list, moment, money, seenVersion, text, timeOfDay } from '#contract/fields.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'

const max_count = Number.MAX_SAFE_INTEGER

export const JournalLine = z.object({
  document: text('Số chứng từ', 40),
  day: day('Ngày'),
  text: text('Diễn giải', 300),
  debit: text('TK Nợ', 10),
  credit: text('TK Có', 10),
  count: count('Số bút toán', max_count),
  amount: money('Số tiền'),
})
export type JournalRow = z.output<typeof JournalLine>

export const accountKindChoice = () =>
  choice('Loại tài khoản sổ cái', [
    [1, 'Ví khách hàng'],
    [2, 'Quỹ trả thưởng'],
    [3, 'Đại lý'],
    [4, 'Ngân hàng'],
    [5, 'Cổng và nguồn thanh toán'],
    [6, 'Phí'],
    [7, 'Làm tròn'],
    [8, 'Doanh thu'],
    [9, 'Thuế giữ lại'],
  ])
/** The kind of posting; 0 means all kinds without an account of their own. */
export const postingChoice = () =>
  choice('Loại bút toán', [
    [0, 'Mọi loại khác'],
    [1, 'Nạp tiền'],
    [2, 'Rút tiền'],
    [3, 'Điều chỉnh tăng'],
    [4, 'Điều chỉnh giảm'],
    [5, 'Bán vé'],
    [6, 'Hoàn tiền'],
    [7, 'Trả thưởng'],
    [8, 'Phí'],
    [9, 'Cashback'],
    [10, 'Điều chuyển quỹ'],
    [11, 'Sao kê ngân hàng'],
    [99, 'Khác'],
  ])

const bookAccount = {
  posting: postingChoice(),
  account_kind: accountKindChoice(),
  account_number: text('Số tài khoản kế toán', 10).check(z.regex(/^\d{3,10}$/, 'Gồm 3 đến 10 chữ số')),
}
export const BookAccount = z.object({ ...bookAccount, version: id('Phiên bản') })

export const CloseSettings = z.object({
  prepare_at: timeOfDay('Giờ tự tính ngày hôm trước'),
  version: id('Phiên bản'),
  accounts: list('Tài khoản kế toán', BookAccount, 130),
})

const Journal = z.object({
  items: list('Dòng', JournalLine, 2000),
  total: money('Tổng số tiền'),
  /** Whether the day is closed, so that the stored journal does not change any more. */
  is_final: flag('Đã chốt'),
  /** The number of exports since the day was closed; below, the first export. */
  export_count: count('Số lần xuất'),
  exported_by_name: z.nullable(text('Người xuất đầu tiên', 100)),
  exported_at: z.nullable(moment('Xuất lần đầu lúc')),
})

export const books = calls('cms/day_close', {
  journal: read('GET journal', {
    title: 'Sổ nhật ký của ngày',
    may: dayClosePage.export,
    input: z.object({ day: day('Ngày') }),
    output: Journal,
    errors: ['no_right'],
  }),
  /** Returns the lines for a file, and records the export with person and time in the closing. */
  exportJournal: write('POST journal/export', {
    title: 'Xuất sổ nhật ký của ngày',
    may: dayClosePage.export,
    input: z.object({
      day: day('Ngày'),
      format: choice('Loại tệp', [
        ['xlsx', 'Excel'],
        ['csv', 'CSV'],
      ]),
    }),
    output: Journal,
    errors: ['no_right', 'action_invalid'],
  }),
  settings: read('GET settings', {
    title: 'Thiết lập chốt ngày',
    may: dayClosePage.view,
    output: CloseSettings,
  }),
  updateSettings: write('POST settings/update', {
    title: 'Đổi giờ tự tính ngày',
    may: dayClosePage.update,
    input: z.object({ prepare_at: timeOfDay('Giờ tự tính ngày hôm trước'), version: seenVersion() }),
    output: CloseSettings,
    errors: ['no_right', 'changed_by_other'],
  }),
  updateAccount: write('POST settings/account', {
    title: 'Đổi tài khoản kế toán',
    may: dayClosePage.update,
    input: z.object({ ...bookAccount, version: seenVersion() }),
    output: CloseSettings,
    errors: ['no_right', 'changed_by_other'],
  }),
})
