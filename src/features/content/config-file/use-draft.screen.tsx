/**
 * The state of a draft while it is written: stored in the browser with each key, saved on the server soon after the first one and then once a minute,
 * and never over what somebody else has saved.
 */
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { conflictIn } from '#web/call/failure-toast.ts'
import { useSubmit } from '#web/call/submit.ts'
import { useRights } from '#web/session/rights.ts'
import { configFile } from './config-file.contract.ts'
import { dropLocalCopy, keepLocalCopy, localCopyOf } from './local-copy.screen.tsx'

export type File = AnswerOf<typeof configFile.detail>

/** How long after the last key the draft is saved on the server. */
const pause_ms = 1_500
/** Each save writes a row of the audit log, so continuous writing is saved only this often. */
const apart_ms = 60_000

interface DraftContent {
  content: string
  ask_consent: boolean
}

export interface Draft extends DraftContent {
  change: (change: Partial<DraftContent>) => void
  /** Saves what the server does not have yet, for instance when writing pauses. */
  saveSoon: () => void
  /** Something typed is not saved on the server. */
  unsaved: boolean
  /** A save is running. */
  saving: boolean
  /** Why it cannot be saved; null when it can. */
  trouble: string | null
  /** The record on the server, when somebody else has saved meanwhile. */
  conflict: File | null
  /** Ends the conflict: with their text, or with what was typed here. */
  settle: (mine: boolean) => void
  /** The text was typed before this page was opened, and had not been saved. */
  restored: boolean
}

const emptyDraft: DraftContent = { content: '', ask_consent: false }

/**
 * @param begin the text that a first draft begins with
 * @param onSaved hears of the record as it is after each save
 */
export function useDraft(file: File, begin: string, onSaved: (file: File) => void): Draft {
  const { config_file_id } = file
  const { can } = useRights()
  const may = can(configFile.update)
  const [localCopy] = useState(() => (may ? localCopyOf(config_file_id) : null))
  const savedDraft: DraftContent = file.draft ?? { ...emptyDraft, content: begin }
  const is_kept = localCopy !== null && !isSame(localCopy, savedDraft)
  const [typed, setTyped] = useState<DraftContent>(is_kept ? localCopy : savedDraft)
  const [conflict, setConflict] = useState<File | null>(is_kept && localCopy.version !== file.version ? file : null)
  // What the server has, and the version that it had then.
  const [base, setBase] = useState({ typed: savedDraft, version: file.version })
  const latest = useRef(typed)
  const [hurry, setHurry] = useState(false)
  const saved_at = useRef(-Infinity)
  const save = useSubmit(configFile.update, {
    onSuccess: (answer, input) => {
      saved_at.current = performance.now()
      const now = { content: input.content!, ask_consent: input.ask_consent! }
      setBase({ typed: now, version: answer.version })
      if (isSame(latest.current, now)) dropLocalCopy(config_file_id)
      onSaved(answer)
    },
    onFailure: (failure) => setConflict(conflictIn(failure) as File | null),
  })
  const unsaved = !isSame(typed, base.typed)
  const is_empty = typed.content === ''
  const { mutate, pending, failure } = save
  const may_save = unsaved && may && !is_empty && !pending && !conflict
  const send = useRef(() => {})
  useEffect(() => {
    send.current = () => may_save && mutate({ config_file_id, version: base.version, ...typed })
  })

  useEffect(() => {
    latest.current = typed
    if (!unsaved || !may) return
    keepLocalCopy(config_file_id, { ...typed, version: base.version })
    if (!may_save) return
    const wait = hurry ? 0 : saved_at.current + apart_ms - performance.now()
    const timer = setTimeout(() => send.current(), Math.max(pause_ms, wait))
    return () => clearTimeout(timer)
    // A failed save is repeated when something else is typed, or after a while.
  }, [config_file_id, typed, unsaved, base, may_save, hurry, may])

  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && send.current()
    document.addEventListener('visibilitychange', leave)
    return () => document.removeEventListener('visibilitychange', leave)
  }, [])

  function settle(mine: boolean) {
    if (!conflict) return
    const theirDraft = conflict.draft ?? { ...emptyDraft, content: begin }
    setBase({ typed: theirDraft, version: conflict.version })
    if (!mine) {
      setTyped(theirDraft)
      dropLocalCopy(config_file_id)
    }
    setConflict(null)
    onSaved(conflict)
  }

  return {
    ...typed,
    change: (change) => {
      setHurry(false)
      setTyped((typedText) => ({ ...typedText, ...change }))
    },
    saveSoon: () => setHurry(true),
    unsaved,
    saving: pending,
    trouble: is_empty && unsaved ? 'Nội dung trống nên chưa lưu' : failure && !conflict ? failure.message : null,
    conflict,
    settle,
    restored: is_kept,
  }
}

function isSame(a: DraftContent, b: DraftContent): boolean {
  return a.content === b.content && a.ask_consent === b.ask_consent
}
