import { encode } from 'uqr'

/** The margin that a scanner needs around a code, in modules. */
const quiet_zone = 4

/** The dark modules of a QR code as one SVG path with a rectangle per run; `size` is the width in modules, with the quiet zone. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: quiet_zone })
  const path = data
    .map((row, y) =>
      runs(row)
        .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
        .join(''),
    )
    .join('')
  return { size, path }
}

/** The runs of adjacent dark modules in a row: index of the first, and length. */
function runs(row: readonly boolean[]): [start: number, length: number][] {
  const dark_modules: [number, number][] = []
  row.forEach((dark, x) => {
    if (!dark) return
    if (x > 0 && row[x - 1]) dark_modules.at(-1)![1]++
    else dark_modules.push([x, 1])
  })
  return dark_modules
}
