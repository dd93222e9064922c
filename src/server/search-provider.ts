/** What a feature gives to the search over everything: how its records are found by a keyword. */
import type { Page, Right } from '#contract/page.ts'
import type { Db } from './database/transaction.ts'
import type { Me } from './session/session.ts'

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
