import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allRoles,
  chosenRights,
  pagesGained,
  matrixOf,
  menuOf,
  cellKey,
  cellsIn,
  rightsOf,
  roleList,
  searchMatrix,
  stateOf,
  toggle,
  type PageList,
} from './rights-matrix.ts'

const list: PageList = {
  pages: [
    { id: 1, parent_id: 0, page_name: 'Hệ thống', page_url: '' },
    { id: 2, parent_id: 1, page_name: 'Tài khoản', page_url: '/tai-khoan' },
    { id: 3, parent_id: 1, page_name: 'Nhật ký thao tác', page_url: '/nhat-ky' },
    { id: 4, parent_id: 0, page_name: 'Nội dung', page_url: '' },
    { id: 5, parent_id: 4, page_name: 'Cấu hình banner', page_url: '/cau-hinh-banner' },
    { id: 6, parent_id: 0, page_name: 'Đầu mục trống', page_url: '' },
  ],
  page_roles: [
    ...[1, 2, 3, 4].map((role_id) => ({ page_id: 2, role_id, role_name: '' })),
    ...[1, 6].map((role_id) => ({ page_id: 3, role_id, role_name: '' })),
    ...[1, 3].map((role_id) => ({ page_id: 5, role_id, role_name: '' })),
  ] as PageList['page_roles'],
}
const matrix = matrixOf(list)
const everything = cellsIn(matrix.flatMap((heading) => heading.pages))
const none = new Set<string>()

test('pages are grouped under their menu heading, and headings without pages are left out', () => {
  expect(matrix.map((heading) => [heading.name, heading.pages.map((page) => page.name)])).toEqual([
    ['Hệ thống', ['Tài khoản', 'Nhật ký thao tác']],
    ['Nội dung', ['Cấu hình banner']],
  ])
  expect(matrix[0]!.pages[1]!.roles).toEqual([1, 6])
})

test('the search in the rights matrix ignores accents, and a matching heading keeps all its pages', () => {
  expect(searchMatrix(matrix, 'nhat ky').flatMap((heading) => heading.pages.map((page) => page.name))).toEqual([
    'Nhật ký thao tác',
  ])
  expect(searchMatrix(matrix, 'HE THONG')[0]!.pages).toHaveLength(2)
  expect(searchMatrix(matrix, 'không có')).toEqual([])
})

test('choosing any right of a page adds the right to view it, and removing that right removes the others', () => {
  const added = toggle(matrix, none, [cellKey(2, 3)], true)
  expect(added).toEqual(new Set([cellKey(2, 3), cellKey(2, 1)]))
  expect(toggle(matrix, added, [cellKey(2, 1)], false)).toEqual(none)
  expect(toggle(matrix, added, [cellKey(2, 3)], false)).toEqual(new Set([cellKey(2, 1)]))
})

test('the state of a set of rights is all, some or none, according to those that are chosen', () => {
  const system = cellsIn(matrix[0]!.pages)
  expect(stateOf(none, system)).toBe('none')
  expect(stateOf(new Set([cellKey(2, 1)]), system)).toBe('some')
  expect(stateOf(new Set(everything), system)).toBe('all')
  expect(cellsIn(matrix[0]!.pages, 1)).toEqual([cellKey(2, 1), cellKey(3, 1)])
})

test('gained and lost rights are listed by page', () => {
  const before = new Set([cellKey(2, 1), cellKey(3, 1)])
  const after = new Set([cellKey(2, 1), cellKey(2, 2), cellKey(2, 3)])
  expect(pagesGained(matrix, before, after)).toEqual([{ page_id: 2, name: 'Tài khoản', roles: [2, 3] }])
  expect(pagesGained(matrix, after, before)).toEqual([{ page_id: 3, name: 'Nhật ký thao tác', roles: [1] }])
  expect(roleList([1, 6])).toBe('Xem, Xuất dữ liệu')
})

test('the menu of a user group contains the pages that its rights open', () => {
  expect(menuOf(matrix, new Set([cellKey(5, 1)]))).toEqual([
    { name: 'Nội dung', pages: [{ page_id: 5, name: 'Cấu hình banner', roles: [1] }] },
  ])
})

const someRights = fc.subarray(everything).map((keys) => new Set(keys))

test('after any sequence of toggles every page with a right also has the right to view it', () => {
  const press = fc.record({ keys: fc.subarray(everything, { minLength: 1 }), on: fc.boolean() })
  fc.assert(
    fc.property(fc.array(press, { maxLength: 12 }), (presses) => {
      let chosen: ReadonlySet<string> = none
      for (const { keys, on } of presses) chosen = toggle(matrix, chosen, keys, on)
      const pages = matrix.flatMap((heading) => heading.pages)
      const open = pages.filter((page) => cellsIn([page]).some((key) => chosen.has(key)))
      expect(open.filter((page) => !chosen.has(cellKey(page.page_id, 1)))).toEqual([])
    }),
  )
})

test('rights convert between rows and a set without loss, and rows have one order', () => {
  fc.assert(
    fc.property(someRights, (chosen) => {
      const rows = rightsOf(chosen)
      expect(chosenRights(rows)).toEqual(chosen)
      expect(rightsOf(new Set([...chosen].toReversed()))).toEqual(rows)
    }),
  )
  expect(allRoles).toEqual([1, 2, 3, 4, 5, 6])
})
