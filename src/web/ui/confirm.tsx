import { type ReactNode, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'))

export type Question = {
  title?: string
  message: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  /** What is confirmed cannot be taken back: the button is red. */
  danger?: boolean
}

export type Asked = Question & { open: boolean; answer: (yes: boolean) => void }

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
