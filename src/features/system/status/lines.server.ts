/** The lines of the page of the system's status. */
import { condition } from '#server/program/condition.ts'
import type { StatusLine } from './status.contract.ts'

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

export const jobs_link = '/cong-viec-nen'

/** 0 while it is not known when the database was set up. */
export function secondsSinceSetUp(): number {
  const { set_up_at_ms } = condition()
  return set_up_at_ms === null ? 0 : (Date.now() - set_up_at_ms) / 1_000
}
