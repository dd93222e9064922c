import { useSyncExternalStore } from 'react'
import type { OpenQuestion, Question } from './confirm-dialog.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'))

let current: OpenQuestion | null = null
const listeners = new Set<() => void>()
const set = (next: OpenQuestion) => {
  current = next
  for (const listener of listeners) listener()
}

/** Opens the confirm dialog; resolves to false on Escape, a click outside, or when another question replaces it. */
export function confirm(question: Question): Promise<boolean> {
  current?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      if (current?.answer === answer && current.open) set({ ...current, open: false })
      resolve(yes)
    }
    set({ ...question, open: true, answer })
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Mounted once, by UiRoot. */
export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => current)
  return question && <ConfirmDialog {...question} />
}
