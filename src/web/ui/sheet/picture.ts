/** What pictures that are sent on are drawn with: always light, at twice the size, whatever the screen shows. */
export const colours = {
  ink: '#1c2433',
  soft: '#5b6475',
  line: '#d9dee7',
  ground: '#ffffff',
  even: '#f5f7fa',
  red: '#b3261e',
  pink: '#fdecec',
  green: '#1b7f4b',
}
const scale = 2
/** Free room around what is drawn. */
export const edge = 24

export interface Picture {
  pen: CanvasRenderingContext2D
  /** As a PNG. */
  blob: () => Promise<Blob>
}

/** An empty picture; the fonts of the page are there. */
export async function openPicture(width: number, height: number): Promise<Picture> {
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const pen = canvas.getContext('2d')!
  pen.scale(scale, scale)
  pen.fillStyle = colours.ground
  pen.fillRect(0, 0, width, height)
  pen.textBaseline = 'middle'
  const blob = () =>
    new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no picture'))), 'image/png'),
    )
  return { pen, blob }
}

export interface Writing {
  x: number
  y: number
  size: number
  weight?: number
  colour?: string
  align?: CanvasTextAlign
}

/** Writes a text in the page's font around the height y. */
export function write(
  pen: CanvasRenderingContext2D,
  text: string,
  { x, y, size, weight = 400, colour, align }: Writing,
) {
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
  pen.fillStyle = colour ?? colours.ink
  pen.textAlign = align ?? 'left'
  pen.fillText(text, x, y)
}
