import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

/** Draws the path again, as rows of '#' and '.'. */
function drawn(path: string, size: number): string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'))
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let n = 0; n < Number(length); n++) rows[Number(y)]![Number(x) + n] = '#'
  }
  return rows.map((row) => row.join(''))
}
const text = '00020101021138530010A0000007270123000697041601092576788590208QRIBFTTA53037045802VN6304AE9F'

test('the path of a QR code draws exactly its dark modules', () => {
  const { size, path } = qrPath(text)
  const { data } = encode(text, { ecc: 'M', border: 4 })
  expect(drawn(path, size)).toEqual(data.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')))
})

test('a QR code has finder patterns in three corners and a quiet zone of four modules', () => {
  const { size, path } = qrPath(text)
  const rows = drawn(path, size)
  const eye = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']
  const corner = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7))
  const far = size - 4 - 7
  expect([corner(4, 4), corner(far, 4), corner(4, far)]).toEqual([eye, eye, eye])
  expect(corner(far, far)).not.toEqual(eye)
  expect(rows.filter((_, y) => y < 4 || y >= size - 4).join('')).not.toContain('#')
})
