/** Smaller ones of an uploaded picture: made soon after the upload, for places and phones that need no large one. */
import { imagePattern } from './fields.ts'

/** In pixels; of a narrower picture there are fewer. */
export const pictureWidths = [320, 640, 1280] as const
export const pictureFormats = ['webp', 'avif'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** Where the picture of that address or path lies in that width. One that was never made is answered by the picture itself. */
export function sizedAddress(address: string, width: number, format: PictureFormat): string {
  return address.replace(/\.webp$/, `-w${width}.${format}`)
}

/** What an `img` or `source` takes as its `srcset`; nothing for a picture that was not uploaded here. */
export function srcSetOf(address: string, format: PictureFormat): string | undefined {
  if (!imagePattern.test(address)) return undefined
  return pictureWidths.map((width) => `${sizedAddress(address, width, format)} ${width}w`).join(', ')
}
