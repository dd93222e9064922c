/** An editor session: one opening of a form, with its initial values and its draft. */
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { draftOf, dropDraft, keepDraft, latestDraft, type Draft, type DraftKey } from './draft.ts'
import { blankOf, changesOf, recordKey, valuesOf, type Values } from './editor-values.ts'
import { newTransid } from '#web/call/send.ts'
import { userId } from '#web/session/session.ts'

type Write = Call<'write'>

export interface EditorSetup<A extends Write, U extends Write> {
  add?: A
  update?: U
  /** The values of a new record. */
  blank?: Partial<InputOf<A>>
  /** Form values of a row that are not simply its fields of the same names. */
  fill?: (row: AnswerOf<U>) => Partial<InputOf<U>>
  onSaved?: (answer: AnswerOf<A> | AnswerOf<U>, created: boolean) => unknown
  /** Further areas whose reads show what is saved here, such as 'cms/group'. */
  invalidates?: readonly string[]
}
export type AnySetup = EditorSetup<Write, Write>

/** One use of an editor: from the click on 'Thêm' or 'Sửa' until the form is saved or closed. */
export interface Session {
  call: Write
  /** The record as it was opened; null while creating. */
  row: object | null
  /** The form's values of `row`. */
  base: Values
  /** The initial values of the form: the base, or a draft. */
  values: Values
  transid: string
  restored: boolean
}

/** Starts a session for a row, or without one for a new record; with its draft where there is one. */
export function beginSession<A extends Write, U extends Write>(setup: EditorSetup<A, U>, row: object | null): Session {
  const { add, update, blank, fill } = setup as unknown as AnySetup
  const call = row ? update : add
  if (!call) throw new Error(row ? 'This editor has no call to update' : 'This editor has no call to add')
  const base = row ? valuesOf(call, row, fill?.(row as never)) : blankOf(call, blank)
  const newSession = { call, row, base, values: base, transid: newTransid(), restored: false }
  const key = draftKeyOf(newSession)
  const draft = key && draftOf(key)
  return draft ? restore(call, draft) : newSession
}

/** The session of the latest draft for one of these calls, after a reload or the end of the session. */
export function interruptedSession(setup: AnySetup, calls: readonly Write[]): Session | null {
  const me = userId()
  const drafts = calls.map((call) => ({ call, draft: me === null ? null : latestDraft(me, call, belongsTo(setup)) }))
  const latest = drafts.find(({ draft }) => draft !== null)
  return latest ? restore(latest.call, latest.draft!) : null
}

function restore(call: Write, { row, base, values, transid }: Draft): Session {
  return { call, row, base, values: { ...base, ...values }, transid, restored: true }
}

function draftKeyOf({ call, row, base }: Pick<Session, 'call' | 'row' | 'base'>): DraftKey | null {
  const user_id = userId()
  if (user_id === null) return null
  // A new child record has the key of its owner, so each owner has a draft of its own.
  const key = base[recordKey(call) ?? '']
  const record = row === null ? ['new', key].filter((part) => part != null).join(':') : String(key)
  return { user_id, call, record }
}

/** Whether a draft is for this editor: an editor for the child records of one owner ignores drafts for other owners. */
function belongsTo({ add, blank = {} }: AnySetup): (draft: Draft) => boolean {
  const ownerKey = (add && recordKey(add)) ?? ''
  const owner = (blank as Values)[ownerKey]
  return ({ row, base }) => owner === undefined || ((row ?? base) as Values)[ownerKey] === owner
}

/** Removes the draft of a session whose values are those of its base again. */
export function dropDraftOf(session: Session): void {
  const key = draftKeyOf(session)
  if (key) dropDraft(key)
}

/** The bases of ended sessions: each session has its own, and its copies share it. */
const ended = new WeakSet<Values>()

/** Ends a session that was saved or closed: its draft goes, and its form, which stays for a moment, stores none any more. */
export function endSession(session: Session): void {
  ended.add(session.base)
  dropDraftOf(session)
}

/** Stores the values as a draft; removes it when nothing differs from the base. */
export function saveDraft(session: Session, values: Values): void {
  const key = draftKeyOf(session)
  if (!key || ended.has(session.base)) return
  if (Object.keys(changesOf(session.base, values)).length === 0) dropDraft(key)
  else keepDraft(key, { transid: session.transid, row: session.row, base: session.base, values })
}
