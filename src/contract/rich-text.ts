/** The formatting that rich text may have: the editor offers exactly this, and the server removes anything else. */
import { plainText } from './text/plain-text.ts'

/** In pixels. */
export const font_sizes = [6, 8, 10, 12, 14, 16, 18, 20, 24, 30, 32, 36] as const

/** Readable on white, the background of such text in the sales apps. */
export const text_colors = [
  { value: '#b42323', label: 'Đỏ' },
  { value: '#8f4b00', label: 'Nâu cam' },
  { value: '#0c6b4a', label: 'Xanh lá' },
  { value: '#2c49c0', label: 'Xanh dương' },
  { value: '#7a2b96', label: 'Tím' },
  { value: '#515c6b', label: 'Xám' },
] as const

/** Stored headings start at level 2, because the page that shows the text has its own level 1. */
export const heading_levels = [2, 3, 4] as const

export const alignments = ['left', 'center', 'right', 'justify'] as const

/** Whether the text has neither words nor pictures. */
export function isEmptyText(html: string): boolean {
  return plainText(html) === '' && !html.includes('<img ')
}
