import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Changes, type ChangeLine } from './changes.tsx'

const textOf = (line: Omit<ChangeLine, 'key' | 'label'>) =>
  renderToStaticMarkup(<Changes lines={[{ key: 'a', label: 'Sản phẩm', ...line }]} />).replaceAll(/<[^>]+>/g, '|')

test('members of a set that were removed and added are told apart by their sign', () => {
  expect(textOf({ set: true, before: 'Keno', after: 'Mega' })).toMatch(/\|− Keno\|+\+ Mega\|/)
  expect(textOf({ set: true, before: '', after: 'Mega' })).toMatch(/\|\+ Mega\|/)
})

test('an old and a new value have no sign', () => {
  expect(textOf({ before: 'Chờ duyệt', after: 'Hoạt động' })).not.toMatch(/[+−]/)
})
