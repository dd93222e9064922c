/** A report drawn as a picture, to be sent on: always light, at twice the size, whatever the screen shows. */
const colours = { ink: '#1c2433', soft: '#5b6475', line: '#d9dee7', ground: '#ffffff', even: '#f5f7fa' }
const tones = { green: '#1b7f4b', danger: '#b3261e', muted: colours.soft }
const scale = 2
const edge = 24
const [title_height, figures_height, line_height] = [52, 76, 30]
const column_width = 132
const first_width = 220

export interface TablePicture {
  title: string
  /** Of which days it is, and from when. */
  note: string
  figures: readonly { label: string; value: string; change?: { text: string; tone: keyof typeof tones } | undefined }[]
  head: readonly string[]
  /** Texts; the first of each row says what it is of, the others are figures. */
  rows: readonly (readonly string[])[]
  foot: readonly string[]
}

/** A PNG of the figures and rows under their title. */
export async function tablePicture({ title, note, figures, head, rows, foot }: TablePicture): Promise<Blob> {
  await document.fonts.ready
  const width = 2 * edge + Math.max(first_width + (head.length - 1) * column_width, figures.length * 160)
  const height = 2 * edge + title_height + figures_height + (rows.length + 2) * line_height
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const pen = canvas.getContext('2d')!
  pen.scale(scale, scale)
  pen.fillStyle = colours.ground
  pen.fillRect(0, 0, width, height)
  pen.textBaseline = 'middle'
  write(pen, title, { x: edge, y: edge + 12, size: 20, weight: 600 })
  write(pen, note, { x: edge, y: edge + 36, size: 12, colour: colours.soft })
  figures.forEach(({ label, value, change }, at) => {
    const x = edge + at * ((width - 2 * edge) / figures.length)
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
    cells.forEach((text, at) => {
      const x = at === 0 ? edge + 8 : edge + first_width + at * column_width - 8
      write(pen, text, {
        x,
        y: y + line_height / 2,
        size: 13,
        weight: isStrong ? 600 : 400,
        ...(at > 0 && { align: 'right' }),
      })
    })
  })
  pen.strokeStyle = colours.line
  pen.strokeRect(edge, top, width - 2 * edge, lines.length * line_height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

interface Pen {
  x: number
  y: number
  size: number
  weight?: number
  colour?: string
  align?: CanvasTextAlign
}

function write(pen: CanvasRenderingContext2D, text: string, { x, y, size, weight = 400, colour, align }: Pen) {
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
  pen.fillStyle = colour ?? colours.ink
  pen.textAlign = align ?? 'left'
  pen.fillText(text, x, y)
}
