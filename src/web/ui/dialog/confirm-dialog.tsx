import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { cancelWord } from './cancel-word.ts'
import { Surface } from '#web/ui/layout/surface.tsx'

export type Question = {
  title?: string
  message: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  /** A destructive action: the button is red. */
  danger?: boolean
}

export type OpenQuestion = Question & { open: boolean; answer: (yes: boolean) => void }

export default function ConfirmDialog(question: OpenQuestion) {
  const cancel = useRef<HTMLButtonElement>(null)
  const { open, title = 'Xác nhận', message, confirmLabel = 'Xác nhận', danger, answer } = question
  const { cancelLabel = cancelWord(`${title} ${confirmLabel}`) } = question
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
