/** Converts between a list's state (filters, sort, page, page size) and the query of the address. Pure functions. */
import * as z from 'zod/mini'
import { page_sizes, type Call } from '#contract/call.ts'
import { shapeOf } from '#contract/schema.ts'
import { fromQuery, toQuery } from '#contract/wire.ts'
import type { Search } from '#web/route/location.ts'

export type Values = Record<string, unknown>

export const default_page_size = 20
const paging = ['page_index', 'page_size', 'sort']
/** An input that the list sets itself (rows and totals are read apart); it is never in the address. */
const internal_param = 'part'

/** The value in the address of a preset filter that the person removed. */
export const removed_filter = '*'

/** The list's state in an address. Values that do not fit the schema are ignored; preset filters apply where the address has no value. */
export function readState(call: Call, search: Search, preset: Values = {}): Values {
  const shape = shapeOf(call.input)
  const state: Values = { page_index: 1, page_size: default_page_size }
  for (const [name, value] of Object.entries(preset)) if (search[name] !== removed_filter) state[name] = value
  for (const [name, value] of Object.entries(fromQuery(call.input, search))) {
    if (name === internal_param) continue
    const parsed = z.safeParse(shape[name] as z.ZodMiniType, value)
    if (parsed.success && parsed.data !== undefined && parsed.data !== null) state[name] = value
  }
  if (!(page_sizes as readonly unknown[]).includes(state.page_size)) state.page_size = default_page_size
  return state
}

/**
 * The query of the address for this state. Parameters of others stay, defaults are left out, and the order is fixed: equal states have equal
 * addresses.
 */
export function writeState(call: Call, search: Search, state: Values, preset: Values = {}): Search {
  const names = Object.keys(shapeOf(call.input))
  const remaining = Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)))
  const { page_index, page_size, ...filters } = state
  const valueOf = (name: string) => (name in preset ? (filters[name] ?? removed_filter) : filters[name])
  const inOrder = Object.fromEntries(
    names.filter((name) => valueOf(name) !== preset[name]).map((name) => [name, valueOf(name)]),
  )
  return {
    ...Object.fromEntries(toQuery(inOrder)),
    ...(page_size === default_page_size ? {} : { page_size: String(page_size) }),
    ...(page_index === 1 ? {} : { page_index: String(page_index) }),
    ...remaining,
  }
}

/** The filters alone, without page and sort. */
export function filtersOf(state: Values): Values {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !paging.includes(name)))
}

/** Names of the filters that differ from their preset. */
export function changedFilters(state: Values, preset: Values): string[] {
  const names = new Set([...Object.keys(filtersOf(state)), ...Object.keys(preset)])
  return [...names].filter((name) => state[name] !== preset[name])
}

/** The page number where it is within the page count, else 1. */
export function validPage(wanted_page: unknown, count: number): number {
  const page = typeof wanted_page === 'number' ? wanted_page : Number(wanted_page)
  return Number.isInteger(page) && page >= 1 && page <= Math.max(count, 1) ? page : 1
}

/**
 * Whether a keyword looks like a phone or account number. Those stay out of the address, because addresses end up in histories, logs and chats; they
 * are kept in the state of the history entry, which Back and reload restore and a copied address does not contain.
 */
export function isSensitiveKeyword(keyword: unknown): boolean {
  return typeof keyword === 'string' && /\d{8,}/.test(keyword.replaceAll(/[\s.+-]/g, ''))
}
