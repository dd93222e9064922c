// Reads our own captcha as a person would, by the shapes of its strokes: the sign-up story needs one, and nobody is there to look.
import { strokes } from '#server/session/captcha-picture.ts'

type Point = readonly [x: number, y: number]

/** Each character's strokes in the picture's units, as they are drawn before they are moved and slanted. */
const shapes = Object.entries(strokes).map(([letter, shape]) => ({
  letter,
  lines: shape
    .split('/')
    .map((line) => line.split(' ').map((pair): Point => [Number(pair[0]) * 4, Number(pair[1]) * 5])),
}))

export function readCaptcha(image: string): string {
  const svg = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64').toString()
  const drawn = [...svg.matchAll(/<path d="M([^"Q]+)"/g)].map(([, path]) =>
    path!.split('L').map((pair): Point => pair.split(' ').map(Number) as unknown as Point),
  )
  return read(drawn)?.text ?? ''
}

/** The letters whose strokes lie together best. */
function read(drawn: Point[][]): { text: string; error: number } | null {
  if (drawn.length === 0) return { text: '', error: 0 }
  let best: { text: string; error: number } | null = null
  for (const { letter, lines } of shapes) {
    if (!lines.every((line, at) => line.length === drawn[at]?.length)) continue
    const error = misfit(lines.flat(), drawn.slice(0, lines.length).flat())
    const rest = error < 2 ? read(drawn.slice(lines.length)) : null
    if (rest && (!best || error + rest.error < best.error))
      best = { text: letter + rest.text, error: error + rest.error }
  }
  return best
}

/** How far the points are from the shape, once it is moved and slanted as well as it can be. */
function misfit(shape: Point[], points: Point[]): number {
  const count = shape.length
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / count
  const down = shape.map(([, y], at) => points[at]![1] - y)
  const across = shape.map(([x], at) => points[at]![0] - x)
  const height = shape.map(([, y]) => 15 - y)
  const [top, left, middle] = [mean(down), mean(across), mean(height)]
  const spread = height.reduce((sum, u) => sum + (u - middle) ** 2, 0)
  const slant = height.reduce((sum, u, at) => sum + (u - middle) * (across[at]! - left), 0) / (spread || 1)
  const off = shape.map((_, at) => (down[at]! - top) ** 2 + (across[at]! - left - slant * (height[at]! - middle)) ** 2)
  return Math.abs(slant) > 0.4 ? Number.POSITIVE_INFINITY : mean(off)
}
