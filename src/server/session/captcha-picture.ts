/** Draws characters as jittered strokes on noise, as pixels, so that scripts find neither text nor shapes in the picture. */
import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { concurrencyLimiter } from '#server/http/concurrency.ts'

/** Each letter as strokes on a grid of 4 × 6: points 'xy' joined by lines, strokes apart by '/'. O, 0, I, 1 and L are left out. */
const strokes: Record<string, string> = {
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

// Encoding uses the same thread pool as password hashing.
const limitDrawing = concurrencyLimiter(2, 100)

/** The captcha's picture as a data URL. */
export function drawCaptcha(characters: string): Promise<string> {
  return limitDrawing(async () => {
    const mean = randomInt(118, 138)
    const noise = { type: 'gaussian', mean, sigma: 34 } as const
    const grain = await sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
      .png()
      .toBuffer()
    const png = await sharp(Buffer.from(svgOf(characters)))
      .composite([{ input: grain, blend: 'soft-light' }])
      .blur(0.6)
      .greyscale()
      .png({ palette: true, colours: 32 })
      .toBuffer()
    return `data:image/png;base64,${png.toString('base64')}`
  })
}

function svgOf(characters: string): string {
  const letters = [...characters].map((letter, index) => drawLetter(strokes[letter]!, index)).join('')
  const lines = (count: number, width_of: () => string) =>
    Array.from(
      { length: count },
      () =>
        `<path d="M${randomAround(10, 10)} ${randomAround(28, 26)} C${randomAround(60, 40)} ${randomAround(28, 40)} ${randomAround(120, 40)} ${randomAround(28, 40)} ${randomAround(170, 10)} ${randomAround(28, 26)}" stroke-width="${width_of()}"/>`,
    ).join('')
  const speckles = Array.from(
    { length: 45 },
    () =>
      `<path d="M${randomInt(width)} ${randomInt(height)}l${randomAround(0, 5)} ${randomAround(0, 5)}" stroke-width="1.6"/>`,
  ).join('')
  const shapes = `${letters}${lines(2, () => (randomInt(16, 24) / 10).toFixed(1))}${speckles}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#d9dbe3"/><g fill="none" stroke="#2b3350" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round">${shapes}</g></svg>`
}

function drawLetter(shape: string, index: number): string {
  const left = 14 + index * 27 + randomInt(-5, 6)
  const top = 12 + randomInt(-6, 7)
  const slant = randomInt(-40, 41) / 100
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

function randomAround(centre: number, spread: number): number {
  return centre + randomInt(-spread, spread + 1)
}
