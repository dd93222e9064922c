/** What text with a look may look like: the editor offers exactly this, the server lets nothing else through. */
import { plainText } from './text/plain-text.ts'

/** In pixels, as the specification lists them. */
export const fontSizes = [6, 8, 10, 12, 14, 16, 18, 20, 24, 30, 32, 36] as const

/** Readable on white, which is what the sales apps show such text on. */
export const textColors = [
  { value: '#b42323', label: 'Đỏ' },
  { value: '#8f4b00', label: 'Nâu cam' },
  { value: '#0c6b4a', label: 'Xanh lá' },
  { value: '#2c49c0', label: 'Xanh dương' },
  { value: '#7a2b96', label: 'Tím' },
  { value: '#515c6b', label: 'Xám' },
] as const

/** Headings as they are stored: the page that shows them has its own first one. */
export const headingLevels = [2, 3, 4] as const

export const alignments = ['left', 'center', 'right', 'justify'] as const

/** Whether it has neither a word nor a picture. */
export function isEmptyText(html: string): boolean {
  return plainText(html) === '' && !html.includes('<img ')
}
