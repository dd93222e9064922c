import { useRef } from 'react'
import { Button } from './button.tsx'
import type { Asked } from './confirm.tsx'
import { Surface } from './surface.tsx'

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
