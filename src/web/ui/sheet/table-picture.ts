/** Draws a report as a picture, for sharing. */
import { colours, edge, openPicture, textWidth, write } from './picture.ts'

const tones = { green: colours.green, danger: colours.red, muted: colours.soft }
const [title_height, note_height, figures_height, line_height] = [34, 18, 76, 30]
const cell_edge = 8
/** The smallest distance between two figures. */
const figure_gap = 32

const title_style = { size: 20, weight: 600 }
const note_style = { size: 12, colour: colours.soft }
const value_style = { size: 18, weight: 600 }
const [cell_style, strong_style] = [{ size: 13 }, { size: 13, weight: 600 }]

export interface TablePicture {
  title: string
  /** The days of the report and the time of its figures, its filters, and how many of its rows these are; long ones are wrapped. */
  notes: readonly string[]
  figures: readonly { label: string; value: string; change?: { text: string; tone: keyof typeof tones } | undefined }[]
  head: readonly string[]
  /** Texts: the first cell of a row is its label, the others are figures. */
  rows: readonly (readonly string[])[]
  foot: readonly string[]
}

/** A PNG of the title, figures and rows. Columns are as wide as their texts. */
export async function tablePicture({ title, notes, figures, head, rows, foot }: TablePicture): Promise<Blob> {
  await document.fonts.ready
  const lines = [head, ...rows, foot]
  const column_widths = head.map(
    (_, column) => 2 * cell_edge + Math.max(...lines.map((cells) => textWidth(cells[column]!, strong_style))),
  )
  const figure_width = figure_gap + Math.max(...figures.map(({ value }) => textWidth(value, value_style)))
  const inner_width = Math.ceil(
    Math.max(
      column_widths.reduce((sum, width) => sum + width),
      figures.length * figure_width,
      textWidth(title, title_style),
    ),
  )
  const note_lines = notes.flatMap((note) => wrapped(note, inner_width))
  const figures_top = edge + title_height + note_lines.length * note_height
  const top = figures_top + figures_height
  const { pen, blob } = await openPicture(inner_width + 2 * edge, top + lines.length * line_height + edge)
  write(pen, title, { x: edge, y: edge + 12, ...title_style })
  note_lines.forEach((line, index) =>
    write(pen, line, { x: edge, y: edge + title_height + index * note_height, ...note_style }),
  )
  figures.forEach(({ label, value, change }, index) => {
    const x = edge + index * (inner_width / figures.length)
    const y = figures_top + 12
    write(pen, label, { x, y, ...note_style })
    write(pen, value, { x, y: y + 22, ...value_style })
    if (change) write(pen, change.text, { x, y: y + 42, size: 12, weight: 600, colour: tones[change.tone] })
  })
  // What the texts do not need is room behind the labels.
  const spare = inner_width - column_widths.reduce((sum, width) => sum + width)
  lines.forEach((cells, line) => {
    const y = top + line * line_height
    const is_strong = line === 0 || line === lines.length - 1
    pen.fillStyle = is_strong || line % 2 === 0 ? colours.even : colours.ground
    pen.fillRect(edge, y, inner_width, line_height)
    let right = edge + spare
    cells.forEach((text, column) => {
      right += column_widths[column]!
      write(pen, text, {
        x: column === 0 ? edge + cell_edge : right - cell_edge,
        y: y + line_height / 2,
        ...(is_strong ? strong_style : cell_style),
        ...(column > 0 && { align: 'right' }),
      })
    })
  })
  pen.strokeStyle = colours.line
  pen.strokeRect(edge, top, inner_width, lines.length * line_height)
  return blob()
}

/** The lines of a note that are not wider than this. */
function wrapped(note: string, width: number): string[] {
  const lines: string[] = []
  for (const word of note.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && textWidth(longer, note_style) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
