import { expect, test } from 'vitest'
import { withoutEndSlash } from './static.ts'

test.each([
  ['/login/', '/login'],
  ['/tai-khoan/?status=1&next=/a/', '/tai-khoan?status=1&next=/a/'],
  ['/quan-ly-nhom-khach-hang/1//', '/quan-ly-nhom-khach-hang/1'],
  ['//', '/'],
])('the page at %s is that at %s', (url, page_url) => {
  expect(withoutEndSlash(url)).toBe(page_url)
})

test.each(['/', '/login', '/login?next=/tai-khoan/'])('%s has no slash at its end', (url) => {
  expect(withoutEndSlash(url)).toBeNull()
})

test.each(['//evil.example/', '///evil.example//', '/\\evil.example/', '/\\/evil.example/', '\\\\evil.example/'])(
  'the address without the slash of %s stays on this site',
  (url) => {
    expect(new URL(withoutEndSlash(url)!, 'https://office.example').host).toBe('office.example')
  },
)
