/**
 * Unsaved input, kept until it is saved, given up or a day old, so that it survives an ended session, a reload or a
 * crashed tab. It stays in this tab's storage: it is not shared with other tabs and goes away with the tab.
 */
import type { Call } from '#contract/call.ts'
import { infoOf, shapeOf } from '#contract/fields.ts'

export interface Draft {
  /** The intent's key: a retry after signing in again must not do the work a second time. */
  transid: string
  values: Record<string, unknown>
  saved_at: number
}

export interface DraftKey {
  user_id: number
  call: Call
  /** Which record, and the version of it that was being changed; nothing for a new one. */
  record?: string
  version?: number
}

const prefix = 'draft:'
const day = 24 * 60 * 60 * 1000

function nameOf({ user_id, call, record = 'new', version = 0 }: DraftKey): string {
  return `${prefix}${user_id}:${call.name}:${record}:${version}`
}

/** Passwords and other secrets are typed again rather than kept. */
function withoutSecrets(call: Call, values: Record<string, unknown>): Record<string, unknown> {
  const shape = shapeOf(call.input)
  const kept = Object.entries(values).filter(([name]) => {
    const kind = shape[name] && infoOf(shape[name])?.kind
    return kind !== 'password' && kind !== 'secret'
  })
  return Object.fromEntries(kept)
}

export function keepDraft(key: DraftKey, transid: string, values: Record<string, unknown>): void {
  const draft: Draft = { transid, values: withoutSecrets(key.call, values), saved_at: Date.now() }
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify(draft))
  } catch {
    // Storage that is full or forbidden costs the draft, not the form.
  }
}

export function draftOf(key: DraftKey): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(nameOf(key)) ?? 'null') as Draft | null
    if (draft && Date.now() - draft.saved_at < day) return draft
  } catch {
    // What cannot be read is no draft.
  }
  return null
}

export function dropDraft(key: DraftKey): void {
  try {
    sessionStorage.removeItem(nameOf(key))
  } catch {
    // Nothing was kept where storage is forbidden.
  }
}

/** Everything that was being typed, for a sign-out by choice. */
export function dropAllDrafts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name)
  } catch {
    // As above.
  }
}
