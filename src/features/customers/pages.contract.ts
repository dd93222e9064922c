/** The area's pages in one place, because other areas lead to them. */
import { page } from '#contract/page.ts'

export const customerGroupPage = page('/quan-ly-nhom-khach-hang', 'Nhóm khách hàng', 'users', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  export: 6,
})

export const cashbackPage = page('/chuong-trinh-cashback', 'Chương trình cashback', 'star', {
  view: 1,
  add: 2,
  update: 3,
  approve: 5,
})

export const personalDataPage = page('/du-lieu-ca-nhan', 'Dữ liệu cá nhân', 'lock', {
  view: 1,
  add: 2,
  approve: 5,
  export: 6,
})
