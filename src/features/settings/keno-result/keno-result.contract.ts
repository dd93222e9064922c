/** The settings of the result feed: the sources for games that draw every few minutes, and how their results are confirmed. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { activation, choice, count, flag, id, list, moment, optional, password, text } from '#contract/fields.ts'
import { kenoResultTab } from '#features/settings/pages.contract.ts'
import { history } from '#features/settings/setting-change/setting-change.contract.ts'

/** Who confirms a result that a source reports. */
export const confirmBy = { one_source: 1, two_sources: 2, person: 3 } as const
/** What happens when one of two sources is late. */
export const whenLate = { wait: 1, take_other: 2 } as const
/** What happens when the sources report different numbers. */
export const whenContradicting = { leave_to_people: 1, trust_first: 2 } as const

/** Results decide who is paid, so sources need https; http is allowed only on the same machine. */
const safe_address =
  /^(https:\/\/[a-z0-9][a-z0-9.:-]*|http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?)(\/[A-Za-z0-9._~/-]*)?$/
const address = (label: string) =>
  text(label, 300).check(z.regex(safe_address, 'Địa chỉ https, ví dụ https://ket-qua.example.vn'))

const addresses = {
  first_url: z.nullable(address('Địa chỉ nguồn chính')),
  second_url: z.nullable(address('Địa chỉ nguồn đối chiếu')),
}
const settings = {
  status: activation('Nhận kết quả'),
  confirm_by: choice('Xác nhận kết quả', [
    [confirmBy.two_sources, 'Tự xác nhận khi hai nguồn khớp'],
    [confirmBy.one_source, 'Tự xác nhận theo nguồn chính'],
    [confirmBy.person, 'Người xác nhận'],
  ]),
  wait_seconds: count('Chờ kết quả sau giờ quay (giây)', 3_600).check(z.minimum(30, 'Phải từ 30 giây')),
  when_late: choice('Khi một nguồn trễ', [
    [whenLate.wait, 'Cảnh báo và tiếp tục chờ'],
    [whenLate.take_other, 'Cảnh báo và lấy theo nguồn còn lại'],
  ]),
  when_contradicting: choice('Khi hai nguồn trái nhau', [
    [whenContradicting.leave_to_people, 'Cảnh báo và chờ người quyết định'],
    [whenContradicting.trust_first, 'Cảnh báo và lấy theo nguồn chính'],
  ]),
}

/** The last answer of a source. */
const Source = z.object({
  source: choice('Nguồn', [
    [1, 'Nguồn chính'],
    [2, 'Nguồn đối chiếu'],
  ]),
  queried_at: z.nullable(moment('Hỏi lần cuối')),
  answered_at: z.nullable(moment('Trả lời lần cuối')),
  /** The error code of the last query; null when the source answered. */
  fault: z.nullable(text('Lỗi', 50)),
})

export const KenoResult = z.object({
  ...addresses,
  ...settings,
  first_has_key: flag('Đã có khóa nguồn chính'),
  second_has_key: flag('Đã có khóa nguồn đối chiếu'),
  sources: list('Tình trạng nguồn', Source, 2),
  /** Null until a second person has confirmed the settings; until then each result waits for a person. */
  confirmed_by_name: z.nullable(text('Người xác nhận', 100)),
  confirmed_at: z.nullable(moment('Xác nhận lúc')),
  updated_by: z.nullable(id('Người cập nhật')),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
  /** Who changed what is not confirmed yet; none of them can be the second person. */
  editors: z.array(id()),
  /** For keys it only shows that they changed. */
  history: history(),
})
export type KenoResultRow = z.output<typeof KenoResult>

export const kenoResult = calls('cms/config/keno_result', {
  get: read('GET get', { title: 'Cấu hình kết quả Keno', may: kenoResultTab.view, output: KenoResult }),
  update: write('POST update', {
    stepUp: true,
    title: 'Sửa cấu hình kết quả Keno',
    may: kenoResultTab.update,
    input: z.object({
      ...settings,
      /** Undefined keeps an address; null removes it with its key. */
      first_url: z.optional(addresses.first_url),
      second_url: z.optional(addresses.second_url),
      first_key: optional(password('Khóa nguồn chính')),
      second_key: optional(password('Khóa nguồn đối chiếu')),
      version: id('Phiên bản'),
    }),
    output: KenoResult,
    errors: ['changed_by_other', 'no_right'],
  }),
  /** Confirmed by another person than the one who last changed them. */
  confirm: write('POST confirm', {
    stepUp: true,
    title: 'Xác nhận cấu hình kết quả Keno',
    may: kenoResultTab.approve,
    input: z.object({ version: id('Phiên bản') }),
    output: KenoResult,
    errors: ['changed_by_other', 'action_invalid', 'no_right'],
  }),
})
