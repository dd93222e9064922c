/** Photos of tickets for the sample. Digits are drawn as strokes, because a server may have no fonts. */
import { createHash } from 'node:crypto'
import type { Db } from '#server/database/transaction.ts'
import { keepPicture, type FileStore } from '#server/files/files.ts'
import { rasterizeSvg } from '#server/files/picture.ts'

const [width, height] = [960, 540]

/** Segments of a digit: top, upper left, upper right, middle, lower left, lower right, bottom. */
const strokes = [
  '1110111',
  '0010010',
  '1011101',
  '1011011',
  '0111010',
  '1101011',
  '1101111',
  '1010010',
  '1111111',
  '1111011',
]
const places = ['M2 0h16', 'M0 2v16', 'M20 2v16', 'M2 20h16', 'M0 22v16', 'M20 22v16', 'M2 40h16']

function figure(digit: string, x: number, y: number, scale: number): string {
  const path = [...strokes[Number(digit)]!].map((lit, n) => (lit === '1' ? places[n]! : '')).join('')
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="${path}"/>`
}

/** A row of digits; spaces are gaps, other characters are dashes. */
function row(text: string, y: number, scale: number): string {
  const caption = text.slice(0, Math.floor(760 / (30 * scale)))
  return [...caption]
    .map((char, n) => {
      const x = 110 + n * 30 * scale
      if (char === ' ') return ''
      return /\d/.test(char) ? figure(char, x, y, scale) : `<path d="M${x} ${y + 20 * scale}h${16 * scale}"/>`
    })
    .join('')
}

function ticket(lines: readonly string[], tilt: number, hue: number): string {
  const bars = Array.from(
    { length: 34 },
    (_, n) => `<rect x="${110 + n * 15}" y="430" width="${3 + ((n * 7 + hue) % 8)}" height="46"/>`,
  ).join('')
  const scale = lines.length > 3 ? 0.85 : lines.length > 1 ? 1.5 : 2.6
  const rows = lines.map((line, n) => row(line, 190 + n * (scale * 40 + 12), scale)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="#57534e"/><g transform="rotate(${tilt} ${width / 2} ${height / 2})">
    <rect x="60" y="50" width="840" height="450" rx="10" fill="hsl(${hue} 60% 95%)"/><rect x="60" y="50" width="840" height="96" rx="10" fill="hsl(${hue} 62% 45%)"/>
    <rect x="100" y="82" width="300" height="30" rx="6" fill="#fff" opacity=".9"/><circle cx="830" cy="98" r="30" fill="#fff" opacity=".85"/>
    <g fill="none" stroke="#1c1917" stroke-width="3.4" stroke-linecap="round">${rows}</g><g fill="#292524">${bars}</g></g></svg>`
}

interface Photo {
  lines: readonly string[]
  seed: number
  created_by: number
}

/** Draws photos of tickets with these numbers, several at a time, and stores them; returns their URLs. */
export async function keepPhotos(db: Db, files: FileStore, photos: readonly Photo[]): Promise<string[]> {
  const drawnPhotos = await Promise.all(
    photos.map(async ({ lines, seed, created_by }) => {
      const svg = ticket(lines, ((seed % 7) - 3) * 0.6, (seed * 53) % 360)
      const path = `order/ve-${createHash('sha256').update(svg).digest('hex').slice(0, 16)}.webp`
      return { path, picture: await rasterizeSvg(svg), created_by }
    }),
  )
  const urls: string[] = []
  for (const drawnPhoto of drawnPhotos) urls.push(await keepPicture(db, files, drawnPhoto))
  return urls
}
