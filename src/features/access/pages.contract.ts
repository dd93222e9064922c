/** The pages of accounts and their groups, in one place, because contracts of other areas give rights by them. */
import { page } from '#contract/page.ts'

export const accountPage = page('/tai-khoan', 'Tài khoản', 'users', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  export: 6,
})

export const groupPage = page('/nhom-nguoi-dung', 'Nhóm người dùng', 'shield', {
  view: 1,
  add: 2,
  update: 3,
  remove: 4,
  export: 6,
})
