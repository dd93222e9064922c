/** Pages, the rights on them, and the menu. */

/** The roles: what a group may be allowed to do on a page. The numbers are those of `role_list` on the wire. */
export const roleNames = { 1: 'Xem', 2: 'Thêm', 3: 'Sửa', 4: 'Xóa', 5: 'Duyệt', 6: 'Xuất dữ liệu' } as const
export type Role = keyof typeof roleNames
export const export_role = 6 satisfies Role

/** The right to do one thing on one page. */
export interface Right {
  readonly page: string
  readonly role: Role
}

/**
 * Who may make a call: anyone, any signed-in user, only the administrator, holders of one of these rights, or ('channel') a device of the sales
 * channel, which signs with its key.
 */
export type May = 'public' | 'user' | 'admin' | 'channel' | Right | readonly Right[]

/** The home page, which needs no right. */
export const first_page = '/'

export interface Page {
  readonly url: string
  readonly title: string
  readonly icon: string
  readonly rights: readonly Right[]
  /** For a tab: the address of its page. Tabs are not in the menu. */
  readonly tab_of?: string
}

type Rights<R extends Record<string, Role>> = { readonly [K in keyof R]: Right }

/** A menu page and its rights: `page('/tai-khoan', 'Tài khoản', 'users', { view: 1, add: 2 })` has `.view` and `.add`. */
export function page<const R extends Record<string, Role>>(
  url: string,
  title: string,
  icon: string,
  roles: R,
): Page & Rights<R> {
  const rights = Object.fromEntries(
    Object.entries(roles).map(([verb, role]) => [verb, { page: url, role }]),
  ) as Rights<R>
  return { url, title, icon, ...rights, rights: Object.values<Right>(rights) }
}

type TabRights<R extends Record<string, Role>> = { readonly [K in keyof R]: readonly Right[] }

/**
 * A tab with rights of its own: `tab(configPage, 'ket-qua-keno', 'Kết quả Keno', { view: 1 })`. The same role on the whole page is enough too,
 * so `.view` has both.
 */
export function tab<const R extends Record<string, Role>>(
  parent: Page,
  path: string,
  title: string,
  roles: R,
): Page & TabRights<R> {
  const tab_page = page(`${parent.url}/${path}`, title, parent.icon, roles)
  const either = Object.fromEntries(
    Object.entries(roles).map(([verb, role]) => [
      verb,
      [
        { page: parent.url, role },
        { page: tab_page.url, role },
      ],
    ]),
  ) as unknown as TabRights<R>
  return { url: tab_page.url, title, icon: parent.icon, rights: tab_page.rights, tab_of: parent.url, ...either }
}

/** A heading of the menu with its pages, in the order in which they are shown. */
export interface MenuGroup {
  readonly title: string
  readonly icon: string
  readonly pages: readonly Page[]
}

/** The rights of which a `may` needs one; empty where it needs none. */
export function rightsIn(may: May): readonly Right[] {
  if (typeof may === 'string') return []
  return 'page' in may ? [may] : may
}

/** A right as a text, for sets and maps: '/tai-khoan#2'. */
export function rightKey(right: Right): string {
  return `${right.page}#${right.role}`
}
