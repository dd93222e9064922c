/** Draws a report as a picture, for sharing. */
import { colours, edge, openPicture, write } from './picture.ts'

const tones = { green: colours.green, danger: colours.red, muted: colours.soft }
const [title_height, figures_height, line_height] = [52, 76, 30]
const column_width = 132
const first_width = 220

export interface TablePicture {
  title: string
  /** The days of the report and the time of its figures. */
  note: string
  figures: readonly { label: string; value: string; change?: { text: string; tone: keyof typeof tones } | undefined }[]
  head: readonly string[]
  /** Texts: the first cell of a row is its label, the others are figures. */
  rows: readonly (readonly string[])[]
  foot: readonly string[]
}

/** A PNG of the title, figures and rows. */
export async function tablePicture({ title, note, figures, head, rows, foot }: TablePicture): Promise<Blob> {
  const width = 2 * edge + Math.max(first_width + (head.length - 1) * column_width, figures.length * 160)
  const height = 2 * edge + title_height + figures_height + (rows.length + 2) * line_height
  const { pen, blob } = await openPicture(width, height)
  write(pen, title, { x: edge, y: edge + 12, size: 20, weight: 600 })
  write(pen, note, { x: edge, y: edge + 36, size: 12, colour: colours.soft })
  figures.forEach(({ label, value, change }, index) => {
    const x = edge + index * ((width - 2 * edge) / figures.length)
    const y = edge + title_height + 12
    write(pen, label, { x, y, size: 12, colour: colours.soft })
    write(pen, value, { x, y: y + 22, size: 18, weight: 600 })
    if (change) write(pen, change.text, { x, y: y + 42, size: 12, weight: 600, colour: tones[change.tone] })
  })
  const top = edge + title_height + figures_height
  const lines = [head, ...rows, foot]
  lines.forEach((cells, line) => {
    const y = top + line * line_height
    const isStrong = line === 0 || line === lines.length - 1
    pen.fillStyle = isStrong || line % 2 === 0 ? colours.even : colours.ground
    pen.fillRect(edge, y, width - 2 * edge, line_height)
    cells.forEach((text, index) => {
      const x = index === 0 ? edge + 8 : edge + first_width + index * column_width - 8
      write(pen, text, {
        x,
        y: y + line_height / 2,
        size: 13,
        weight: isStrong ? 600 : 400,
        ...(index > 0 && { align: 'right' }),
      })
    })
  })
  pen.strokeStyle = colours.line
  pen.strokeRect(edge, top, width - 2 * edge, lines.length * line_height)
  return blob()
}
