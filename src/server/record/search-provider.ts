/** What a feature gives to the search over everything: how its records are found by a keyword. */
import type { Page, Right } from '#contract/page.ts'
import { matchIn } from '#contract/fold.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'

export interface SearchProvider {
  /** Where the records are shown; only who may see this page is shown them. */
  readonly page: Page & { readonly view: Right }
  find(search: Search): Promise<Found[]>
}

export interface Search {
  db: Db
  /** Answers are within this person's scope. */
  me: Me
  keyword: string
  /** So many records are enough. */
  most: number
}

/** A record in a word or two, and the address that opens it. */
export interface Found {
  label: string
  /** What tells it from others of the same name. */
  detail: string
  phone_number?: string | null
  url: string
}

/**
 * What tells a found record from others, and where the keyword stands when neither its label nor this shows it: 'HCM01 · 235 Đường 3 Tháng 2'.
 * Nobody is to wonder why something was found. Phone numbers are shown apart.
 */
export function detailWith(
  keyword: string,
  { label, detail, others }: { label: string; detail: string; others: readonly (string | null)[] },
): string {
  if ([label, detail].some((text) => matchIn(text, keyword))) return detail
  const other = others.find((text) => text !== null && matchIn(text, keyword))
  return [detail, other].filter(Boolean).join(' · ')
}
