/** The area's pages in one place, because other areas link to them. */
import { page } from '#contract/page.ts'

export const accountCheckPage = page('/lo-kiem-tra-tai-khoan', 'Lô kiểm tra tài khoản', 'shield', {
  view: 1,
  add: 2,
  update: 3,
  approve: 5,
  export: 6,
})

export const rewardPage = page('/lich-su-tra-thuong', 'Lịch sử trả thưởng', 'trophy', {
  view: 1,
  update: 3,
  approve: 5,
  export: 6,
})

export const rewardBatchPage = page('/lo-tra-thuong', 'Lô trả thưởng', 'stack', {
  view: 1,
  add: 2,
  update: 3,
  approve: 5,
  export: 6,
})

/** Seeing the numbers of cards needs a separate right, because a number is worth money. */
export const cardPage = page('/kho-the-tra-truoc', 'Kho thẻ trả trước', 'gift', {
  view: 1,
  add: 2,
  reveal: 5,
  export: 6,
})

/** Only this page's rights allow seeing photos of tickets and papers. */
export const claimPage = page('/nhan-thuong-tai-quay', 'Nhận thưởng tại quầy', 'shield', {
  view: 1,
  add: 2,
  approve: 5,
  export: 6,
})
