/** How a feature's records are found by a keyword in the search over everything (Ctrl+K). */
import type { Page, Right } from '#contract/page.ts'
import { matchIn } from '#contract/text/match-in.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'

export interface SearchProvider {
  /** The page that shows the records; only people who may see it find them. */
  readonly page: Page & { readonly view: Right }
  find(search: Search): Promise<SearchResult[]>
}

export interface Search {
  db: Db
  /** The person; results must be within their scope. */
  me: Me
  keyword: string
  /** The largest number of results. */
  limit: number
}

/** A found record: its label, and the address that opens it. */
export interface SearchResult {
  label: string
  /** A text that distinguishes the record from others with the same label. */
  detail: string
  phone_number?: string | null
  url: string
}

/**
 * The details that distinguish a found record, followed by the text that matched when neither label nor details show it, so that nobody wonders why
 * it was found: 'HCM01 · 235 Đường 3 Tháng 2'. Phone numbers are shown apart.
 */
export function matchDetail(
  keyword: string,
  { label, detail, others }: { label: string; detail: string; others: readonly (string | null)[] },
): string {
  if ([label, detail].some((text) => matchIn(text, keyword))) return detail
  const other = others.find((text) => text !== null && matchIn(text, keyword))
  return [detail, other].filter(Boolean).join(' · ')
}
