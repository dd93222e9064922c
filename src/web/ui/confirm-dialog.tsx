import { type ReactNode, useRef } from 'react'
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

export type Asked = Question & { open: boolean; answer: (yes: boolean) => void }

export default function ConfirmDialog(question: Asked) {
  const cancel = useRef<HTMLButtonElement>(null)
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
