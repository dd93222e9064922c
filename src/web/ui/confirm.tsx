import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Surface } from './surface.tsx'

export type Question = {
  title?: string
  message: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  /** What is confirmed cannot be taken back: the button is red. */
  danger?: boolean
}

type Asked = Question & { open: boolean; answer: (yes: boolean) => void }

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
  const cancel = useRef<HTMLButtonElement>(null)
  if (!question) return null
  const { open, title = 'Xác nhận', message, confirmLabel = 'Xác nhận', cancelLabel = 'Hủy', danger, answer } = question
  return (
    <Surface
      alert
      open={open}
      onClose={() => answer(false)}
      title={title}
      size="sm"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={() => answer(false)}>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {message}
    </Surface>
  )
}
