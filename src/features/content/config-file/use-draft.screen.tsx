/**
 * The state of a draft while it is written: kept in the browser with each key, saved on the server soon after the first one and then once a minute,
 * and never over what somebody else has saved.
 */
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { conflictIn } from '#web/call/failure-toast.ts'
import { Refusal, type SendFailure } from '#web/call/send.ts'
import { useSubmit } from '#web/call/submit.ts'
import { useRights } from '#web/session/rights.ts'
import { userId } from '#web/session/session.ts'
import { configFile } from './config-file.contract.ts'
import { dropLocalCopy, keepLocalCopy, localCopyOf } from './local-copy.screen.tsx'

export type TermsFile = AnswerOf<typeof configFile.detail>

/** How long after the last key the draft is saved on the server. */
const pause_ms = 1_500
/** Each save writes a row of the audit log, so continuous writing is saved only this often. */
const save_interval_ms = 60_000

interface DraftText {
  content: string
  ask_consent: boolean
}

export interface Draft extends DraftText {
  change: (change: Partial<DraftText>) => void
  /** Saves what the server does not have yet, for instance when writing pauses. */
  saveSoon: () => void
  /** The server does not have what is on screen, or it is not known whether it does. */
  unsaved: boolean
  /** A save is running. */
  saving: boolean
  /** Why it is not saved; null when it is, or soon will be. */
  saveError: string | null
  /** The record on the server, when somebody else has saved meanwhile. */
  conflict: TermsFile | null
  /** Ends the conflict with what was typed here, or with what the server has. */
  resolveConflict: (choice: 'mine' | 'theirs') => void
  /** The text was typed before this page was opened, and had not been saved; until something else is saved. */
  isRestored: boolean
  /** Neither keeps nor saves the text any more, because its draft was deleted. */
  abandon: () => void
}

/**
 * @param initial_content the text with which a first draft begins
 * @param onSaved hears of the record as it is after each save
 */
export function useDraft(file: TermsFile, initial_content: string, onSaved: (file: TermsFile) => void): Draft {
  const { config_file_id } = file
  const { can, me } = useRights()
  const may = can(configFile.update)
  const draftIn = ({ draft }: TermsFile) => textIn(draft ?? { content: initial_content, ask_consent: false })
  // What the server has, and the version that it had then.
  const [base, setBase] = useState(() => ({ text: draftIn(file), version: file.version }))
  const [localCopy] = useState(() => {
    const copy = may ? localCopyOf(config_file_id) : null
    return copy && !isSame(copy, base.text) ? copy : null
  })
  const [isRestored, setRestored] = useState(localCopy !== null)
  const [text, setText] = useState(() => (localCopy ? textIn(localCopy) : base.text))
  const [conflict, setConflict] = useState(localCopy && localCopy.version !== file.version ? file : null)
  const [isSaveRequested, setSaveRequested] = useState(false)
  const [refusedText, setRefusedText] = useState<DraftText | null>(null)
  const latestText = useRef(text)
  const last_attempt_at = useRef(-Infinity)
  const isAbandoned = useRef(false)

  const { mutate, pending, failure, unknown, reset } = useSubmit(configFile.update, {
    onSuccess: (answer, input) => accept(answer, textIn(input)),
    onFailure: (saveFailure, input) => {
      const currentFile = conflictIn(saveFailure) as TermsFile | null
      setSaveRequested(false)
      // A save whose answer was lost, for instance by leaving the page.
      if (currentFile && isSame(draftIn(currentFile), textIn(input))) accept(currentFile, textIn(input))
      else if (currentFile) setConflict(currentFile)
      else if (isFinal(saveFailure)) setRefusedText(textIn(input))
      else waitForNext()
    },
  })

  function waitForNext() {
    last_attempt_at.current = performance.now()
  }

  function accept(savedFile: TermsFile, savedText: DraftText) {
    waitForNext()
    reset()
    setBase({ text: savedText, version: savedFile.version })
    if (localCopy && !isSame(localCopy, savedText)) setRestored(false)
    // Also after the page was left, when no effect runs any more.
    if (isSame(latestText.current, savedText)) dropLocalCopy(config_file_id)
    onSaved(savedFile)
  }

  const unsaved = unknown || !isSame(text, base.text)
  const is_empty = text.content === ''
  const isRefused = refusedText !== null && isSame(refusedText, text)
  const canSave = may && unsaved && !is_empty && !isRefused && !pending && !conflict
  const save = useRef(() => {})
  useEffect(() => {
    save.current = () => {
      // Once another person has signed in here, it would be saved as theirs.
      const isAuthor = userId() === me.user_id
      if (canSave && isAuthor && !isAbandoned.current) mutate({ config_file_id, version: base.version, ...text })
    }
  })

  useEffect(() => {
    latestText.current = text
    if (!may || isAbandoned.current) return
    if (unsaved || pending) keepLocalCopy(config_file_id, { ...text, version: base.version })
    else dropLocalCopy(config_file_id)
    if (!canSave) return
    const wait_ms = isSaveRequested ? 0 : last_attempt_at.current + save_interval_ms - performance.now()
    const timer = setTimeout(() => save.current(), Math.max(pause_ms, wait_ms))
    return () => clearTimeout(timer)
  }, [config_file_id, may, text, base, unsaved, pending, canSave, isSaveRequested])

  useEffect(() => {
    const saveHidden = () => document.visibilityState === 'hidden' && save.current()
    document.addEventListener('visibilitychange', saveHidden)
    return () => {
      document.removeEventListener('visibilitychange', saveHidden)
      save.current()
    }
  }, [])

  return {
    ...text,
    change: (change) => {
      setSaveRequested(false)
      setText((now) => ({ ...now, ...change }))
    },
    saveSoon: () => setSaveRequested(true),
    unsaved,
    saving: pending,
    saveError: errorText({ is_empty, failure: conflict ? null : failure, unsaved }),
    conflict,
    resolveConflict: (choice) => {
      if (!conflict) return
      const theirText = draftIn(conflict)
      reset()
      setBase({ text: theirText, version: conflict.version })
      if (choice === 'theirs') setText(theirText)
      setConflict(null)
      setRestored(false)
      onSaved(conflict)
    },
    isRestored,
    abandon: () => {
      isAbandoned.current = true
      dropLocalCopy(config_file_id)
    },
  }
}

/** Whether the same text would be refused again. */
function isFinal(failure: SendFailure): boolean {
  return failure instanceof Refusal && failure.status === 200
}

/** Only the fields of the text, which are sent beside a version. */
function textIn({ content = '', ask_consent = false }: Partial<DraftText>): DraftText {
  return { content, ask_consent }
}

function isSame(a: DraftText, b: DraftText): boolean {
  return a.content === b.content && a.ask_consent === b.ask_consent
}

interface SaveState {
  is_empty: boolean
  failure: SendFailure | null
  unsaved: boolean
}

function errorText({ is_empty, failure, unsaved }: SaveState): string | null {
  if (!unsaved) return null
  return is_empty ? 'Nội dung trống nên chưa lưu' : (failure?.message ?? null)
}
