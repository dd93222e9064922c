/**
 * Unsaved input, kept until it is saved, given up or a day old, so that it survives an ended session, a reload or a
 * crashed tab. It stays in this tab's storage: it is not shared with other tabs and goes away with the tab.
 */
import type { Call } from '#contract/call.ts'
import { isSensitive, shapeOf } from '#contract/schema.ts'
import { prefix } from './has-drafts.ts'

type Values = Record<string, unknown>

export interface Draft {
  /** The intent's key: a retry after signing in again must not do the work a second time. */
  transid: string
  /** The record as it was opened, its version included, and the same as the form's values; null for a new one. */
  row: object | null
  base: Values
  values: Values
  saved_at: number
}

export interface DraftKey {
  user_id: number
  call: Call
  /** Which record: 'new' for one that is being created. */
  record: string
}

const day = 24 * 60 * 60 * 1000

function prefixOf({ user_id, call }: Omit<DraftKey, 'record'>): string {
  return `${prefix}${user_id}:${call.name}:`
}

/** Passwords, account numbers and other secrets are typed again rather than kept. */
function withoutSecrets(call: Call, values: Values): Values {
  const shape = { ...shapeOf(call.output), ...shapeOf(call.input) }
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSensitive(shape[name])))
}

// Storage that is full or forbidden costs the draft, not the form; what cannot be read is no draft.
function attempt<T>(what: () => T, otherwise: T): T {
  try {
    return what()
  } catch {
    return otherwise
  }
}

function read(name: string): Draft | null {
  const draft = attempt(() => JSON.parse(sessionStorage.getItem(name) ?? 'null') as Draft | null, null)
  return draft && Date.now() - draft.saved_at < day ? draft : null
}

export function keepDraft(key: DraftKey, draft: Omit<Draft, 'saved_at'>): void {
  const kept: Draft = {
    ...draft,
    row: draft.row && withoutSecrets(key.call, draft.row as Values),
    base: withoutSecrets(key.call, draft.base),
    values: withoutSecrets(key.call, draft.values),
    saved_at: Date.now(),
  }
  attempt(() => sessionStorage.setItem(prefixOf(key) + key.record, JSON.stringify(kept)), undefined)
}

export function draftOf(key: DraftKey): Draft | null {
  return read(prefixOf(key) + key.record)
}

/** What was being typed into this call when the page went away: its form is opened again, if it is one of `these`. */
export function latestDraft(user_id: number, call: Call, these: (draft: Draft) => boolean): Draft | null {
  const start = prefixOf({ user_id, call })
  const names = attempt(() => Object.keys(sessionStorage).filter((name) => name.startsWith(start)), [])
  const drafts = names
    .map(read)
    .filter((draft) => draft !== null)
    .filter(these)
  return drafts.toSorted((a, b) => b.saved_at - a.saved_at)[0] ?? null
}

export function dropDraft(key: DraftKey): void {
  attempt(() => sessionStorage.removeItem(prefixOf(key) + key.record), undefined)
}
