import { useSyncExternalStore } from 'react'
import type { OpenQuestion, Question } from './confirm-dialog.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'))

let openQuestion: OpenQuestion | null = null
const listeners = new Set<() => void>()
const showQuestion = (question: OpenQuestion) => {
  openQuestion = question
  for (const listener of listeners) listener()
}

/** Opens the confirm dialog; resolves to false on Escape, a click outside, or when another question replaces it. */
export function confirm(question: Question): Promise<boolean> {
  openQuestion?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      if (openQuestion?.answer === answer && openQuestion.open) showQuestion({ ...openQuestion, open: false })
      resolve(yes)
    }
    showQuestion({ ...question, open: true, answer })
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Mounted once, by UiRoot. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => openQuestion)
  return question && <ConfirmDialog {...question} />
}
