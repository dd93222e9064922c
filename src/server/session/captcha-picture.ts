/** Draws characters as jittered strokes: the picture holds no text that a script could simply read. */
import { randomInt } from 'node:crypto'

/** Each letter as strokes on a grid of 4 × 6: points 'xy' joined by lines, strokes apart by '/'. O, 0, I, 1 and L are left out. */
export const strokes: Record<string, string> = {
  A: '06 20 46/13 33',
  B: '00 06 26 35 34 23 03/23 32 31 20 00',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 44 42 20 00',
  E: '40 00 06 46/03 33',
  F: '40 00 06/03 33',
  G: '41 30 10 01 05 16 36 45 43 23',
  H: '00 06/40 46/03 43',
  J: '10 40/30 35 26 16 05',
  K: '00 06/40 03 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  P: '06 00 30 41 42 33 03',
  Q: '10 30 41 45 36 16 05 01 10/24 46',
  R: '06 00 30 41 42 33 03/23 46',
  S: '41 30 10 01 02 13 33 44 45 36 16 05',
  T: '00 40/20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 23 36 40',
  X: '00 46/40 06',
  Y: '00 23 40/23 26',
  Z: '00 40 06 46',
  2: '01 10 30 41 42 06 46',
  3: '01 10 30 41 42 33 13/33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 02 32 43 45 36 16 05',
  6: '41 30 10 01 05 16 36 45 44 33 13 04',
  7: '00 40 16',
  8: '10 30 41 42 33 13 02 01 10/13 04 05 16 36 45 44 33',
  9: '05 16 36 45 41 30 10 01 02 13 33 42',
}

export const drawable: readonly string[] = Object.keys(strokes)

const width = 180
const height = 56

/** The characters as an SVG picture, with a few lines across them. */
export function drawCaptcha(characters: string): string {
  const letters = [...characters].map((letter, place) => drawLetter(strokes[letter]!, place)).join('')
  const noise = Array.from(
    { length: 4 },
    () =>
      `<path d="M${around(10, 8)} ${around(28, 24)} Q${around(90, 50)} ${around(28, 30)} ${around(170, 8)} ${around(28, 24)}" stroke-width="1"/>`,
  ).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f4f5f9"/><g fill="none" stroke="#2b3350" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${letters}${noise}</g></svg>`
}

function drawLetter(shape: string, place: number): string {
  const left = 14 + place * 27 + randomInt(-2, 3)
  const top = 12 + randomInt(-4, 5)
  const slant = randomInt(-25, 26) / 100
  return shape
    .split('/')
    .map(
      (line) =>
        `<path d="M${line
          .split(' ')
          .map((pair) => point(pair, left, top, slant))
          .join('L')}"/>`,
    )
    .join('')
}

function point(pair: string, left: number, top: number, slant: number): string {
  const [x, y] = [Number(pair[0]) * 4, Number(pair[1]) * 5]
  return `${(left + x + slant * (15 - y) + randomInt(-10, 11) / 10).toFixed(1)} ${(top + y + randomInt(-10, 11) / 10).toFixed(1)}`
}

function around(centre: number, spread: number): number {
  return centre + randomInt(-spread, spread + 1)
}
