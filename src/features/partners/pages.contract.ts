/** The area's pages in one place, because other areas link to them. */
import { page } from '#contract/page.ts'

export const posPage = page('/quan-ly-pos', 'Quản lý POS', 'store', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  export: 6,
})

export const partnerPage = page('/quan-ly-dai-ly', 'Quản lý đại lý', 'users', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  export: 6,
})

export const dataPermissionPage = page('/phan-quyen-du-lieu', 'Phân quyền dữ liệu', 'shield', { view: 1, update: 3 })

export const depositBankPage = page('/quan-ly-ngan-hang-nap-tien', 'Ngân hàng nạp tiền', 'bank', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  export: 6,
})

export const rewardBankPage = page('/quan-ly-ngan-hang-nhan-thuong', 'Ngân hàng nhận thưởng', 'bank', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  export: 6,
})

export const mbAccountPage = page('/tai-khoan-MBBank', 'Tài khoản MBBank', 'wallet', { view: 1, export: 6 })
