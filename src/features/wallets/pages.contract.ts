/** The area's pages in one place, because their lists are looked up from one another. */
import { page } from '#contract/page.ts'

export const walletPage = page('/danh-sach-tai-khoan-vi', 'Danh sách tài khoản ví', 'wallet', {
  view: 1,
  approve: 5,
  export: 6,
})

export const walletHistoryPage = page('/lich-su-giao-dich-vi', 'Lịch sử giao dịch ví', 'history', {
  view: 1,
  export: 6,
})

export const depositPage = page('/nap-tien-chuyen-khoan', 'Nạp tiền chuyển khoản', 'bank', {
  view: 1,
  add: 2,
  approve: 5,
  export: 6,
})

export const bankWithdrawalPage = page('/yeu-cau-rut-tien-ve-tknh', 'Rút tiền về ngân hàng', 'bank', {
  view: 1,
  approve: 5,
  export: 6,
})

export const momoWithdrawalPage = page('/yeu-cau-rut-tien-ve-vi-momo', 'Rút tiền về ví MoMo', 'wallet', {
  view: 1,
  approve: 5,
  export: 6,
})

export const fundPage = page('/tai-khoan-tra-thuong', 'Tài khoản trả thưởng', 'wallet', {
  view: 1,
  update: 3,
  approve: 5,
  export: 6,
})

export const fundHistoryPage = page('/lich-su-tai-khoan-tra-thuong', 'Lịch sử tài khoản trả thưởng', 'history', {
  view: 1,
  export: 6,
})

export const moneyConfigPage = page('/quan-ly-hinh-thuc-nhan-thuong', 'Hình thức nhận thưởng', 'settings', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
})
