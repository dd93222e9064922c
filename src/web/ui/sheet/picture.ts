/** Drawing pictures for sharing: always in the light theme and at double resolution, whatever the screen shows. */
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
/** The margin around the drawing, in pixels. */
export const edge = 24

export interface Picture {
  pen: CanvasRenderingContext2D
  /** The picture as a PNG. */
  blob: () => Promise<Blob>
}

/** Creates an empty picture, after the page's fonts are loaded. */
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
      canvas.toBlob((image) => (image ? resolve(image) : reject(new Error('no picture'))), 'image/png'),
    )
  return { pen, blob }
}

export interface PictureText {
  x: number
  y: number
  size: number
  weight?: number
  colour?: string
  align?: CanvasTextAlign
}

type Lettering = Pick<PictureText, 'size' | 'weight'>

const fontOf = ({ size, weight = 400 }: Lettering) =>
  `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`

let ruler: CanvasRenderingContext2D | undefined

/** The width of a text in the page's font, in pixels; the page's fonts must be loaded. */
export function textWidth(text: string, lettering: Lettering): number {
  ruler ??= document.createElement('canvas').getContext('2d')!
  ruler.font = fontOf(lettering)
  return ruler.measureText(text).width
}

/** Writes a text in the page's font, vertically centred on y. */
export function write(pen: CanvasRenderingContext2D, text: string, { x, y, colour, align, ...lettering }: PictureText) {
  pen.font = fontOf(lettering)
  pen.fillStyle = colour ?? colours.ink
  pen.textAlign = align ?? 'left'
  pen.fillText(text, x, y)
}
