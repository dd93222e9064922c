import { useSyncExternalStore } from 'react'
import type { OpenQuestion, Question } from './confirm-dialog.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { createListeners } from '#web/ui/base/listeners.ts'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'))

let openQuestion: OpenQuestion | null = null
const { subscribe, notify } = createListeners()
const showQuestion = (question: OpenQuestion) => {
  openQuestion = question
  notify()
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

/** Mounted once, by UiRoot. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => openQuestion)
  return question && <ConfirmDialog {...question} />
}
