/** What every page needs of the person's own session. Apart from the calls of the sign-in page, which no other page needs. */
import * as z from 'zod/mini'
import { calls, obstacles, read, write } from '#contract/call.ts'
import { flag, id, list, text, word } from '#contract/fields.ts'

/** A user name: 1 to 50 letters a–z, digits, dots and underscores; capitals are taken as small letters. */
export const userName = () => word('Tên đăng nhập', 50, 'Tên người dùng không hợp lệ.')

export const MenuItem = z.object({
  id: id(),
  parent_id: z.int(),
  page_name: text('Tên trang', 100),
  page_icon: text('Biểu tượng', 30),
  page_url: z.string(),
  isOpen: flag('Mở'),
  /** The numbers of the person's roles on the page, joined by commas. */
  role_list: z.string(),
})

export const RoleInfo = z.object({
  lsPageInfos: list('Trang', MenuItem),
  userBaseStore: z.nullable(z.object({ base_name: text('Kho', 100) })),
  user: z.object({
    user_id: id(),
    user_name: text('Tên đăng nhập', 50),
    full_name: text('Họ và tên', 100),
    partner_id: z.nullable(id()),
    base_id: z.nullable(id()),
    is_admin: flag('Quản trị viên cao nhất'),
    must_change_password: flag('Phải đổi mật khẩu'),
    must_prove: flag('Chờ xác minh'),
    must_enrol: flag('Phải đặt xác minh'),
    /** Who recently created this account, set its password or changed its rights. */
    handled_by: list('Người đã can thiệp vào tài khoản', id()),
  }),
})

export const ownSession = calls('cms/account', {
  logout: write('POST logout', { title: 'Đăng xuất', may: 'user', obstacles_ignored: obstacles }),
  roles: read('GET get_role_by_user', {
    title: 'Quyền của tôi',
    may: 'user',
    output: RoleInfo,
    obstacles_ignored: obstacles,
  }),
})
