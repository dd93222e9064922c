/** A picture of game draws side by side, for sharing: balls, jackpots and tiers. */
import { colours, edge, openPicture, write } from './picture.ts'

const column_width = 560
const gap = 24
const [title_height, ball_height, figures_height, line_height] = [44, 64, 76, 30]

export interface DrawPicture {
  title: string
  /** The draw's code and day. */
  note: string
  /** Groups of numbers, one line each: '05 12 20 | 07', with the special numbers after the bar. */
  numbers: readonly string[]
  figures: readonly { label: string; value: string; note: string }[]
  head: readonly string[]
  /** Texts: the first cell of a row is its label, the others are figures. */
  rows: readonly (readonly string[])[]
}

/** A PNG of the draws. */
export async function drawsPicture(draws: readonly DrawPicture[]): Promise<Blob> {
  const { pen, blob } = await openPicture(
    2 * edge + draws.length * column_width + (draws.length - 1) * gap,
    2 * edge + Math.max(...draws.map(heightOf)),
  )
  draws.forEach((draw, index) => drawOne(pen, draw, edge + index * (column_width + gap)))
  return blob()
}

const hasBalls = ({ numbers }: DrawPicture) => numbers.length === 1
const numbersHeight = (draw: DrawPicture) => (hasBalls(draw) ? ball_height : draw.numbers.length * line_height + 8)

function heightOf(draw: DrawPicture): number {
  const figures = draw.figures.length > 0 ? figures_height : 0
  return title_height + numbersHeight(draw) + figures + (draw.rows.length + 1) * line_height
}

function drawOne(pen: CanvasRenderingContext2D, draw: DrawPicture, x: number) {
  const { title, note, numbers, figures } = draw
  write(pen, title, { x, y: edge + 12, size: 20, weight: 600 })
  write(pen, note, { x: x + column_width, y: edge + 12, size: 13, colour: colours.soft, align: 'right' })
  let y = edge + title_height
  if (hasBalls(draw)) writeBalls(pen, numbers[0]!, { x: x + column_width / 2, y: y + ball_height / 2 - 4 })
  else
    numbers.forEach((line, index) => write(pen, line, { x, y: y + (index + 0.5) * line_height, size: 15, weight: 600 }))
  y += numbersHeight(draw)
  if (figures.length > 0) {
    figures.forEach((figure, index) => {
      const left = x + (index * column_width) / figures.length
      write(pen, figure.label, { x: left, y: y + 8, size: 12, colour: colours.soft })
      write(pen, figure.value, { x: left, y: y + 30, size: 20, weight: 600 })
      write(pen, figure.note, { x: left, y: y + 52, size: 12, colour: colours.soft })
    })
    y += figures_height
  }
  writeTable(pen, draw, { x, y })
}

const [ball_size, ball_gap] = [44, 10]

function writeBalls(pen: CanvasRenderingContext2D, numbers: string, { x, y }: { x: number; y: number }) {
  const balls = numbers.split(' ').filter((ball) => ball !== '')
  const step = ball_size + ball_gap
  let left = x - (balls.length * step - ball_gap) / 2
  let isSpecial = false
  for (const ball of balls) {
    const middle = left + ball_size / 2
    left += step
    if (ball === '|') {
      isSpecial = true
      pen.fillStyle = colours.line
      pen.fillRect(middle, y - 18, 1, 36)
      continue
    }
    pen.fillStyle = isSpecial ? colours.pink : colours.even
    pen.beginPath()
    pen.arc(middle, y, ball_size / 2, 0, 2 * Math.PI)
    pen.fill()
    write(pen, ball, {
      x: middle,
      y: y + 1,
      size: 18,
      weight: 600,
      align: 'center',
      ...(isSpecial && { colour: colours.red }),
    })
  }
}

function writeTable(pen: CanvasRenderingContext2D, { head, rows }: DrawPicture, { x, y }: { x: number; y: number }) {
  const lines = [head, ...rows]
  lines.forEach((cells, line) => {
    const top = y + line * line_height
    pen.fillStyle = line === 0 ? colours.even : colours.ground
    pen.fillRect(x, top, column_width, line_height)
    pen.strokeStyle = colours.line
    pen.strokeRect(x, top, column_width, line_height)
    const first_width = Math.max(120, column_width - (cells.length - 1) * 150)
    const other_width = (column_width - first_width) / (cells.length - 1)
    cells.forEach((text, index) => {
      const position =
        index === 0 ? { x: x + 8 } : { x: x + first_width + index * other_width - 8, align: 'right' as const }
      write(pen, text, { ...position, y: top + line_height / 2, size: 13, weight: line === 0 ? 600 : 400 })
    })
  })
}
