/** The access review: who has which rights, when they last used them, and whether somebody has confirmed them this quarter. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, count, day, flag, id, moment, note, optional, text } from '#contract/fields.ts'
import { page } from '#contract/page.ts'
import { accountLife } from '#features/access/account/account.contract.ts'

export const accessReviewPage = page('/ra-soat-quyen', 'Rà soát quyền', 'shield', { view: 1, approve: 5, export: 6 })

/** How far back the log is searched for the last use: a little more than a quarter. */
export const used_days = 100

const reviewState = () =>
  choice('Rà soát quý này', [
    ['open', 'Chưa rà soát'],
    ['changed', 'Quyền đã đổi sau rà soát'],
    ['done', 'Đã rà soát'],
  ])

const person_fields = {
  user_id: id('STT'),
  user_name: text('Tên đăng nhập', 50),
  full_name: text('Họ và tên', 100),
  status: accountLife.field(),
  groups: z.nullable(text('Nhóm', 4000)),
  last_sign_in_at: z.nullable(moment('Đăng nhập gần nhất')),
}

export const AccessRow = z.object({
  ...person_fields,
  has_factor: flag('Xác minh hai bước'),
  right_count: count('Số quyền'),
  /** Another one as soon as any of the rights has changed. */
  rights_digest: text('Dấu của các quyền', 32),
  conflicts: z.nullable(text('Việc không nên chung một người', 4000)),
  /** This person's last write in the log; reading is not logged. */
  last_used_at: z.nullable(moment('Thao tác ghi gần nhất')),
  review: reviewState(),
  reviewed_by_name: z.nullable(text('Người rà soát', 100)),
  reviewed_at: z.nullable(moment('Rà soát lúc')),
  note: z.nullable(note('Ghi chú rà soát', 500)),
})

/** One page on which one person may do something. */
export const PageRights = z.object({
  ...person_fields,
  page_name: text('Trang', 200),
  roles: text('Quyền trên trang', 200),
  last_used_at: z.nullable(moment('Thao tác ghi gần nhất trên trang')),
})

const filters = { status: optional(accountLife.field()) }

export const accessReview = calls('cms/access_review', {
  list: read('GET list', {
    title: 'Rà soát quyền theo người',
    may: accessReviewPage.view,
    input: search(
      { ...filters, review: optional(reviewState()), conflicting: optional(flag('Có việc không nên chung một người')) },
      ['full_name', 'right_count', 'last_sign_in_at'],
    ),
    output: pageOf(AccessRow),
  }),
  rights: read('GET holdings', {
    title: 'Ai giữ quyền gì',
    may: accessReviewPage.view,
    input: search({ ...filters, user_id: optional(id('Người dùng')) }, ['full_name']),
    output: pageOf(PageRights),
  }),
  quarter: read('GET quarter', {
    title: 'Tiến độ rà soát quý này',
    may: accessReviewPage.view,
    output: z.object({
      quarter: text('Quý', 7),
      until: day('Hạn'),
      people: count('Số người'),
      reviewed: count('Đã rà soát'),
    }),
  }),
  confirm: write('POST confirm', {
    title: 'Xác nhận quyền của một người còn đúng',
    may: accessReviewPage.approve,
    /** What the reviewer saw of the rights; the call is refused when they have changed. */
    input: z.object({
      user_id: id(),
      right_count: count('Số quyền đã xem'),
      rights_digest: optional(text('Dấu của các quyền đã xem', 32)),
      note: optional(note('Ghi chú rà soát', 500)),
    }),
    errors: ['user_not_found', 'action_invalid', 'changed_by_other', 'no_right'],
    stepUp: true,
  }),
})
