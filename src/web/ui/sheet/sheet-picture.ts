/** A sheet drawn as a picture, to be sent on: always light, at twice the size, whatever the screen shows. */
import type { DrawSheetProps } from './draw-sheet.tsx'

const colours = { ink: '#1c2433', soft: '#5b6475', line: '#d9dee7', ground: '#ffffff', even: '#f5f7fa', red: '#b3261e' }
const scale = 2
const edge = 24
const label_width = 64
const column_width = 240
const [head_height, line_height] = [52, 30]
const most_in_line = 2

/** A PNG of the sheet under its title. */
export async function sheetPicture(title: string, { columns, rows }: DrawSheetProps): Promise<Blob> {
  await document.fonts.ready
  const linesOf = (numbers: readonly string[]) => Math.max(1, Math.ceil(numbers.length / inLine(numbers)))
  const heights = rows.map(
    ({ cells, tone }) => Math.max(...cells.map(linesOf)) * (tone === 'special' ? 48 : line_height) + 14,
  )
  const width = 2 * edge + label_width + columns.length * column_width
  const height = 2 * edge + 40 + head_height + heights.reduce((sum, one) => sum + one, 0)
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const pen = canvas.getContext('2d')!
  pen.scale(scale, scale)
  pen.fillStyle = colours.ground
  pen.fillRect(0, 0, width, height)
  pen.textBaseline = 'middle'
  write(pen, title, { x: edge, y: edge + 14, size: 20, align: 'left' })
  let y = edge + 40
  columns.forEach(({ title: name, code }, at) => {
    const x = columnMiddle(at)
    write(pen, name, { x, y: y + 18, size: 15 })
    write(pen, code, { x, y: y + 38, size: 11, weight: 400, colour: colours.soft })
  })
  y += head_height
  rows.forEach(({ label, tone, cells }, row) => {
    const row_height = heights[row]!
    pen.fillStyle = row % 2 === 0 ? colours.even : colours.ground
    pen.fillRect(edge, y, width - 2 * edge, row_height)
    pen.strokeStyle = colours.line
    pen.strokeRect(edge, y, width - 2 * edge, row_height)
    const look = { size: tone === 'special' ? 30 : 18, colour: tone ? colours.red : colours.ink }
    write(pen, label, { x: edge + label_width / 2, y: y + row_height / 2, size: 13, colour: colours.soft })
    cells.forEach((numbers, at) => writeNumbers(pen, numbers, { ...look, x: columnMiddle(at), y, height: row_height }))
    y += row_height
  })
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

const columnMiddle = (at: number) => edge + label_width + (at + 0.5) * column_width
const inLine = (numbers: readonly string[]) => (numbers[0] !== undefined && numbers[0].length <= 4 ? 3 : most_in_line)

interface Pen {
  x: number
  y: number
  size: number
  weight?: number
  colour?: string
  align?: CanvasTextAlign
}

function write(pen: CanvasRenderingContext2D, text: string, { x, y, size, weight = 600, colour, align }: Pen) {
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
  pen.fillStyle = colour ?? colours.ink
  pen.textAlign = align ?? 'center'
  pen.fillText(text, x, y)
}

function writeNumbers(pen: CanvasRenderingContext2D, numbers: readonly string[], at: Pen & { height: number }) {
  const count = inLine(numbers)
  const lines = Array.from({ length: Math.ceil(numbers.length / count) }, (_, line) =>
    numbers.slice(line * count, (line + 1) * count).join('   '),
  )
  const step = at.size > 20 ? 48 : line_height
  const first = at.y + at.height / 2 - ((lines.length - 1) * step) / 2
  lines.forEach((line, index) => write(pen, line, { ...at, y: first + index * step }))
}
