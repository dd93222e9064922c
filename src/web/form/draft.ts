/**
 * Drafts: unsaved input in sessionStorage, which survives the end of the session, a reload or a crash of the tab. A draft is removed when it is
 * saved or discarded, and expires after a day; it is not shared with other tabs.
 */
import type { Call } from '#contract/call.ts'
import { day_ms } from '#contract/days.ts'
import { isSensitive, shapeOf } from '#contract/schema.ts'
import { prefix } from './has-drafts.ts'

type Values = Record<string, unknown>

export interface Draft {
  /** The idempotency key, so that a retry after signing in again does not repeat the write. */
  transid: string
  /** The record as it was opened, with its version; null for a new one. `base` has the form's values of it. */
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

const max_age_ms = day_ms

function prefixOf({ user_id, call }: Omit<DraftKey, 'record'>): string {
  return `${prefix}${user_id}:${call.name}:`
}

/** Passwords, account numbers and other secrets are not stored; they have to be typed again. */
function withoutSecrets(call: Call, values: Values): Values {
  const shape = { ...shapeOf(call.output), ...shapeOf(call.input) }
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSensitive(shape[name])))
}

// The form works without drafts where storage is full or forbidden, or a stored draft cannot be parsed.
function attempt<T>(action: () => T, fallback: T): T {
  try {
    return action()
  } catch {
    return fallback
  }
}

/** The draft that is stored under this name, while it is not too old. */
export function readDraft(name: string): Draft | null {
  const draft = attempt(() => JSON.parse(sessionStorage.getItem(name) ?? 'null') as Draft | null, null)
  return draft && Date.now() - draft.saved_at < max_age_ms ? draft : null
}

/** Stores a draft under this name; null removes it. */
export function writeDraft(name: string, draft: Draft | null): void {
  attempt(
    () => (draft ? sessionStorage.setItem(name, JSON.stringify(draft)) : sessionStorage.removeItem(name)),
    undefined,
  )
}

/** Stores a draft. */
export function keepDraft(key: DraftKey, draft: Omit<Draft, 'saved_at'>): void {
  const storedDraft: Draft = {
    ...draft,
    row: draft.row && withoutSecrets(key.call, draft.row as Values),
    base: withoutSecrets(key.call, draft.base),
    values: withoutSecrets(key.call, draft.values),
    saved_at: Date.now(),
  }
  writeDraft(prefixOf(key) + key.record, storedDraft)
}

/** The stored draft; null where there is none. */
export function draftOf(key: DraftKey): Draft | null {
  return readDraft(prefixOf(key) + key.record)
}

/** The latest draft for this call that `accepts` accepts, to open its form again after a reload. */
export function latestDraft(user_id: number, call: Call, accepts: (draft: Draft) => boolean): Draft | null {
  const start = prefixOf({ user_id, call })
  const names = attempt(() => Object.keys(sessionStorage).filter((name) => name.startsWith(start)), [])
  const drafts = names
    .map(readDraft)
    .filter((draft) => draft !== null)
    .filter(accepts)
  return drafts.toSorted((a, b) => b.saved_at - a.saved_at)[0] ?? null
}

/** Removes a draft. */
export function dropDraft(key: DraftKey): void {
  writeDraft(prefixOf(key) + key.record, null)
}
