/** One opening of a form: what it starts with, and the draft that is kept of it. */
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
  /** The form's values of a row, where they are not simply its fields of the same names. */
  fill?: (row: AnswerOf<U>) => Partial<InputOf<U>>
  onSaved?: (answer: AnswerOf<A> | AnswerOf<U>, created: boolean) => unknown
  /** Other areas whose lists show what is saved here, such as 'cms/group'. */
  invalidates?: readonly string[]
}
export type AnySetup = EditorSetup<Write, Write>

/** One opening of the form, from the press of 'Thêm' or 'Sửa' to its end. */
export interface Session {
  call: Write
  /** The record as it was opened; null while creating. */
  row: object | null
  /** Its values at that moment. */
  base: Values
  /** What the form starts with: the base, or a draft of it. */
  values: Values
  transid: string
  restored: boolean
}

/** Opens a record, or what was typed into it before; without a row a new one. */
export function beginSession<A extends Write, U extends Write>(given: EditorSetup<A, U>, row: object | null): Session {
  const { add, update, blank, fill } = given as unknown as AnySetup
  const call = row ? update : add
  if (!call) throw new Error('This editor has no call for what it was asked to do')
  const base = row ? valuesOf(call, row, fill?.(row as never)) : blankOf(call, blank)
  const fresh = { call, row, base, values: base, transid: newTransid(), restored: false }
  const key = draftKeyOf(fresh)
  const draft = key && draftOf(key)
  return draft ? restore(call, draft) : fresh
}

/** What was being typed into one of these calls when the page went away. */
export function cutOffSession(setup: AnySetup, calls: readonly Write[]): Session | null {
  const me = userId()
  const drafts = calls.map((call) => ({ call, draft: me === null ? null : latestDraft(me, call, among(setup)) }))
  const cutOff = drafts.find(({ draft }) => draft !== null)
  return cutOff ? restore(cutOff.call, cutOff.draft!) : null
}

function restore(call: Write, { row, base, values, transid }: Draft): Session {
  return { call, row, base, values: { ...base, ...values }, transid, restored: true }
}

function draftKeyOf({ call, row, base }: Pick<Session, 'call' | 'row' | 'base'>): DraftKey | null {
  const user_id = userId()
  if (user_id === null) return null
  // What is new hangs on its owner, where it has one from the start: each owner has a draft of its own.
  const key = base[recordKey(call) ?? '']
  const record = row === null ? ['new', key].filter((part) => part != null).join(':') : String(key)
  return { user_id, call, record }
}

/** An editor for the records of one owner leaves what was typed for another owner's alone. */
function among({ add, blank = {} }: AnySetup): (draft: Draft) => boolean {
  const owner = (add && recordKey(add)) ?? ''
  const of = (blank as Values)[owner]
  return ({ row, base }) => of === undefined || ((row ?? base) as Values)[owner] === of
}

/** What was typed is saved, or given up. */
export function dropDraftOf(session: Session): void {
  const key = draftKeyOf(session)
  if (key) dropDraft(key)
}

/** Keeps what has been typed, or forgets it when it is again what it was. */
export function saveDraft(session: Session, values: Values): void {
  const key = draftKeyOf(session)
  if (!key) return
  if (Object.keys(changesOf(session.base, values)).length === 0) dropDraft(key)
  else keepDraft(key, { transid: session.transid, row: session.row, base: session.base, values })
}
