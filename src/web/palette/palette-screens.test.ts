import { expect, test } from 'vitest'
import { findScreens, screensOf, initialScreens } from './palette-screens.ts'
import type { MenuItem } from '#web/session/rights.ts'

const line = (id: number, parent_id: number, page_name: string, page_url: string): MenuItem => ({
  id,
  parent_id,
  page_name,
  page_url,
  page_icon: 'document',
  isOpen: false,
  role_list: '1',
})

const screens = screensOf([
  line(1, 0, 'Hệ thống', ''),
  line(2, 1, 'Tài khoản', '/tai-khoan'),
  line(3, 1, 'Nhật ký thao tác', '/nhat-ky'),
  line(4, 0, 'Ví & trả thưởng', ''),
  line(5, 4, 'Lịch sử tài khoản trả thưởng', '/lich-su-tai-khoan-tra-thuong'),
  line(6, 4, 'Hình thức nhận thưởng', '/quan-ly-hinh-thuc-nhan-thuong'),
  line(7, 0, 'Đại lý', '/quan-ly-dai-ly'),
])
const namesFor = (typed: string) => findScreens(screens, typed).map(({ item }) => item.page_name)

test('a screen is found without accents by its title, its menu heading and its URL', () => {
  expect(namesFor('nhat ky')).toEqual(['Nhật ký thao tác'])
  expect(namesFor('he thong')).toEqual(['Tài khoản', 'Nhật ký thao tác'])
  expect(namesFor('quan ly hinh')).toEqual(['Hình thức nhận thưởng'])
  expect(namesFor('/quan-ly-dai-ly')).toEqual(['Đại lý'])
  expect(namesFor('ĐẠI')).toEqual(['Đại lý'])
  expect(namesFor('thưởng sử')).toEqual(['Lịch sử tài khoản trả thưởng'])
  expect(namesFor('không có')).toEqual([])
  expect(namesFor('  ')).toEqual([])
})

test('a screen whose title begins with the typed text comes first', () => {
  expect(namesFor('tai khoan')).toEqual(['Tài khoản', 'Lịch sử tài khoản trả thưởng'])
})

test('without typed text recent pages come first, without the open one and those that are not allowed', () => {
  const names = (some: typeof screens) => some.map(({ item }) => item.page_name)
  const { recent, others } = initialScreens(
    screens,
    ['/tai-khoan', '/nhat-ky', '/ve-ton', '/quan-ly-dai-ly'],
    '/tai-khoan',
  )
  expect(names(recent)).toEqual(['Nhật ký thao tác', 'Đại lý'])
  expect(names(others)).toEqual(['Tài khoản', 'Lịch sử tài khoản trả thưởng', 'Hình thức nhận thưởng'])
})
