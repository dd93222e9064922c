/** The lines of the page of the system's status. */
import type { StatusLine } from './status.contract.ts'

export const number = (value: number) => value.toLocaleString('vi-VN', { maximumFractionDigits: 1 })
export const well = (title: string, value: string, link: string | null = null): StatusLine => ({
  title,
  value,
  tone: 'well',
  advice: null,
  link,
})
export const offLine = (title: string, value: string, advice: string | null = null): StatusLine => ({
  title,
  value,
  tone: 'off',
  advice,
  link: null,
})
type Trouble = { tone: 'watch' | 'bad'; advice: string; link?: string | null }
export const trouble = (title: string, value: string, { tone, advice, link = null }: Trouble): StatusLine => ({
  title,
  value,
  tone,
  advice,
  link,
})
