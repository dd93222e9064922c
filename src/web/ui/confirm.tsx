import { useSyncExternalStore } from 'react'
import type { Asked, Question } from './confirm-dialog.tsx'
import { lazyPart } from './lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'))

let asked: Asked | null = null
const listeners = new Set<() => void>()
const set = (next: Asked) => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks once for the whole application. Escape and a click outside mean no; so does a second question. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      if (asked?.answer === answer && asked.open) set({ ...asked, open: false })
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
  const question = useSyncExternalStore(subscribe, () => asked)
  return question && <ConfirmDialog {...question} />
}
