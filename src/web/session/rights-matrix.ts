/**
 * The pure functions behind the matrix of rights (pages × roles) of a group: its rows, what a checkbox changes, and the difference between two
 * sets. A right is a text 'page_id#role_id', so that rights can be elements of a Set.
 */
import { fold } from '#contract/fold.ts'
import { roleNames, type Role } from '#contract/page.ts'

/** The menu's pages and the roles that each has, as the call that lists pages answers them. */
export interface PageList {
  readonly pages: readonly {
    readonly id: number
    readonly parent_id: number
    readonly page_name: string
    readonly page_url: string
  }[]
  readonly page_roles: readonly GroupRight[]
}
export type ChosenRights = ReadonlySet<string>
export interface GroupRight {
  page_id: number
  role_id: Role
}
export interface MatrixPage {
  readonly page_id: number
  readonly name: string
  readonly url: string
  readonly roles: readonly Role[]
}
export interface MatrixHeading {
  readonly id: number
  readonly name: string
  readonly pages: readonly MatrixPage[]
}

export const allRoles = Object.keys(roleNames).map(Number) as Role[]
const view_role: Role = 1

export const cellKey = (page_id: number, role_id: number) => `${page_id}#${role_id}`

/** The set of chosen cells from the rights of a group. */
export function chosenRights(rights: readonly GroupRight[]): ChosenRights {
  return new Set(rights.map((right) => cellKey(right.page_id, right.role_id)))
}

/** The rights of the chosen cells, sorted by page and role. */
export function rightsOf(chosen: ChosenRights): GroupRight[] {
  const rights = [...chosen].map((key) => {
    const [page_id, role_id] = key.split('#').map(Number) as [number, Role]
    return { page_id, role_id }
  })
  // Sorted, so that equal sets give equal arrays.
  return rights.toSorted((a, b) => a.page_id - b.page_id || a.role_id - b.role_id)
}

/** The headings of the matrix with their pages and the tabs of those. A top-level page is its own heading. */
export function matrixOf({ pages, page_roles }: PageList): MatrixHeading[] {
  const rolesOf = Map.groupBy(page_roles, (right) => right.page_id)
  const children = Map.groupBy(pages, (page) => page.parent_id)
  const pagesUnder = (heading: PageList['pages'][number]) =>
    (children.get(heading.id) ?? []).flatMap((page) => [
      page,
      ...(children.get(page.id) ?? []).map((tab) => ({ ...tab, page_name: `${page.page_name} › ${tab.page_name}` })),
    ])
  const headings = pages
    .filter((page) => page.parent_id === 0)
    .map((heading) => ({
      id: heading.id,
      name: heading.page_name,
      pages: [heading, ...pagesUnder(heading)]
        .filter((page) => rolesOf.has(page.id))
        .map((page) => ({
          page_id: page.id,
          name: page.page_name,
          url: page.page_url,
          roles: allRoles.filter((role) => rolesOf.get(page.id)!.some((right) => right.role_id === role)),
        })),
    }))
  return headings.filter((heading) => heading.pages.length > 0)
}

/** The headings and pages that match a keyword. A matching heading has all of its pages. */
export function searchMatrix(headings: readonly MatrixHeading[], keyword: string): readonly MatrixHeading[] {
  const query = fold(keyword)
  if (!query) return headings
  return headings
    .map((heading) =>
      fold(heading.name).includes(query)
        ? heading
        : { ...heading, pages: heading.pages.filter((page) => fold(`${page.name} ${page.url}`).includes(query)) },
    )
    .filter((heading) => heading.pages.length > 0)
}

/** All rights on these pages, or those of one role. */
export function cellsIn(pages: readonly MatrixPage[], role?: Role): string[] {
  return pages.flatMap((page) =>
    page.roles
      .filter((page_role) => role === undefined || page_role === role)
      .map((page_role) => cellKey(page.page_id, page_role)),
  )
}

export function stateOf(chosen: ChosenRights, keys: readonly string[]): 'all' | 'some' | 'none' {
  const count = keys.filter((key) => chosen.has(key)).length
  if (count === 0) return 'none'
  return count === keys.length ? 'all' : 'some'
}

/**
 * Adds or removes rights. Other roles are useless on a page that cannot be opened, so adding one adds 'Xem' too, and removing 'Xem' removes the
 * others.
 */
export function toggle(
  headings: readonly MatrixHeading[],
  chosen: ChosenRights,
  keys: readonly string[],
  on: boolean,
): ChosenRights {
  const rights = new Set(chosen)
  for (const key of keys) {
    if (on) rights.add(key)
    else rights.delete(key)
  }
  for (const page of headings.flatMap((heading) => heading.pages)) {
    if (!page.roles.includes(view_role)) continue
    const pageRights = cellsIn([page])
    const viewRight = cellKey(page.page_id, view_role)
    if (rights.has(viewRight) || !pageRights.some((key) => rights.has(key))) continue
    if (on) rights.add(viewRight)
    else for (const key of pageRights) rights.delete(key)
  }
  return rights
}

/** Rights on one page; see roleList. */
export interface PageRights {
  readonly page_id: number
  readonly name: string
  readonly roles: readonly Role[]
}

/** The rights in `after` that are not in `before`, by page, in the menu's order. */
export function pagesGained(
  headings: readonly MatrixHeading[],
  before: ChosenRights,
  after: ChosenRights,
): PageRights[] {
  return headings
    .flatMap((heading) => heading.pages)
    .map((page) => ({
      page_id: page.page_id,
      name: page.name,
      roles: page.roles.filter((role) => {
        const key = cellKey(page.page_id, role)
        return after.has(key) && !before.has(key)
      }),
    }))
    .filter((page) => page.roles.length > 0)
}

/** The menu that a holder of these rights sees, with what can be done on each page. */
export function menuOf(
  headings: readonly MatrixHeading[],
  chosen: ChosenRights,
): { name: string; pages: PageRights[] }[] {
  return headings
    .map((heading) => ({ name: heading.name, pages: pagesGained([heading], new Set(), chosen) }))
    .filter((heading) => heading.pages.length > 0)
}

/** 'Xem, Thêm' */
export function roleList(roles: readonly Role[]): string {
  return roles.map((role) => roleNames[role]).join(', ')
}
