/** A picture of a draw sheet, for sharing. */
import { colours, edge, openPicture, write, type PictureText } from './picture.ts'
import type { DrawSheetProps } from './draw-sheet.tsx'

const label_width = 64
const column_width = 240
const [head_height, line_height] = [52, 30]
const max_in_line = 2
const strong = { weight: 600, align: 'center' } as const

/** A PNG of the sheet under its title. */
export async function sheetPicture(title: string, { columns, rows }: DrawSheetProps): Promise<Blob> {
  const linesOf = (numbers: readonly string[]) => Math.max(1, Math.ceil(numbers.length / inLine(numbers)))
  const heights = rows.map(
    ({ cells, tone }) => Math.max(...cells.map(linesOf)) * (tone === 'special' ? 48 : line_height) + 14,
  )
  const width = 2 * edge + label_width + columns.length * column_width
  const height = 2 * edge + 40 + head_height + heights.reduce((sum, row_height) => sum + row_height, 0)
  const { pen, blob } = await openPicture(width, height)
  write(pen, title, { x: edge, y: edge + 14, size: 20, weight: 600 })
  let y = edge + 40
  columns.forEach(({ title: name, code }, index) => {
    const x = columnMiddle(index)
    write(pen, name, { x, y: y + 18, size: 15, ...strong })
    write(pen, code, { x, y: y + 38, size: 11, align: 'center', colour: colours.soft })
  })
  y += head_height
  rows.forEach(({ label, tone, cells }, row) => {
    const row_height = heights[row]!
    pen.fillStyle = row % 2 === 0 ? colours.even : colours.ground
    pen.fillRect(edge, y, width - 2 * edge, row_height)
    pen.strokeStyle = colours.line
    pen.strokeRect(edge, y, width - 2 * edge, row_height)
    const style = { ...strong, size: tone === 'special' ? 30 : 18, colour: tone ? colours.red : colours.ink }
    write(pen, label, { x: edge + label_width / 2, y: y + row_height / 2, size: 13, ...strong, colour: colours.soft })
    cells.forEach((numbers, index) =>
      writeNumbers(pen, numbers, { ...style, x: columnMiddle(index), y, height: row_height }),
    )
    y += row_height
  })
  return blob()
}

const columnMiddle = (index: number) => edge + label_width + (index + 0.5) * column_width
const inLine = (numbers: readonly string[]) => (numbers[0] !== undefined && numbers[0].length <= 4 ? 3 : max_in_line)

function writeNumbers(
  pen: CanvasRenderingContext2D,
  numbers: readonly string[],
  writing: PictureText & { height: number },
) {
  const count = inLine(numbers)
  const lines = Array.from({ length: Math.ceil(numbers.length / count) }, (_, line) =>
    numbers.slice(line * count, (line + 1) * count).join('   '),
  )
  const step = writing.size > 20 ? 48 : line_height
  const first_y = writing.y + writing.height / 2 - ((lines.length - 1) * step) / 2
  lines.forEach((line, index) => write(pen, line, { ...writing, y: first_y + index * step }))
}
