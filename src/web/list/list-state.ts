/** What a list shows, as the address bar says it: filters, sort, page and size. Pure, so that it can be proved. */
import * as z from 'zod/mini'
import { pageSizes, type Call } from '#contract/call.ts'
import { shapeOf } from '#contract/schema.ts'
import { fromQuery, toQuery } from '#contract/wire.ts'

export type Values = Record<string, unknown>
export type SearchParams = Record<string, string>

export const defaultSize = 20
const paging = ['page_index', 'page_size', 'sort']
/** What a list asks on its own account; no address says it. */
const unsaid = 'part'

/** What an address says of a filter that is preset and was taken away. */
export const none = '*'

/** The parts of an address that this list understands; what does not fit its schema counts as not said, and then the preset filters hold. */
export function readState(call: Call, search: SearchParams, preset: Values = {}): Values {
  const shape = shapeOf(call.input)
  const state: Values = { page_index: 1, page_size: defaultSize }
  for (const [name, value] of Object.entries(preset)) if (search[name] !== none) state[name] = value
  for (const [name, value] of Object.entries(fromQuery(call.input, search))) {
    if (name === unsaid) continue
    const known = z.safeParse(shape[name] as z.ZodMiniType, value)
    if (known.success && known.data !== undefined && known.data !== null) state[name] = value
  }
  if (!(pageSizes as readonly unknown[]).includes(state.page_size)) state.page_size = defaultSize
  return state
}

/** The address after a change: what belongs to others stays, defaults are not written; the same state is always the same address. */
export function writeState(call: Call, search: SearchParams, state: Values, preset: Values = {}): SearchParams {
  const own = Object.keys(shapeOf(call.input))
  const others = Object.fromEntries(Object.entries(search).filter(([name]) => !own.includes(name)))
  const { page_index, page_size, ...filters } = state
  const said = (name: string) => (name in preset ? (filters[name] ?? none) : filters[name])
  const inOrder = Object.fromEntries(
    own.filter((name) => said(name) !== preset[name]).map((name) => [name, said(name)]),
  )
  return {
    ...Object.fromEntries(toQuery(inOrder)),
    ...(page_size === defaultSize ? {} : { page_size: String(page_size) }),
    ...(page_index === 1 ? {} : { page_index: String(page_index) }),
    ...others,
  }
}

/** The filters alone, without page and sort: whether any is set tells 'no match' from 'empty'. */
export function filtersOf(state: Values): Values {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !paging.includes(name)))
}

/** The filters that a person has set: those that are not as they were preset. */
export function chosenOf(state: Values, preset: Values): string[] {
  const names = new Set([...Object.keys(filtersOf(state)), ...Object.keys(preset)])
  return [...names].filter((name) => state[name] !== preset[name])
}

/** A page number that is not a positive number within the page count becomes 1. */
export function pageWithin(wanted: unknown, count: number): number {
  const page = typeof wanted === 'number' ? wanted : Number(wanted)
  return Number.isInteger(page) && page >= 1 && page <= Math.max(count, 1) ? page : 1
}

/**
 * Phone and account numbers stay out of the address bar, since addresses end in histories, logs and chats. Such a
 * keyword lives in the history entry: Back and reload keep it, a copied address does not carry it.
 */
export function isPrivate(keyword: unknown): boolean {
  return typeof keyword === 'string' && /\d{8,}/.test(keyword.replaceAll(/[\s.+-]/g, ''))
}
