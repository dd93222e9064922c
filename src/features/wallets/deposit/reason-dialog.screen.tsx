/** A decision that asks for a reason. */
import { useState, type ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { infoOf } from '#contract/fields.ts'
import { Deposit } from './deposit.contract.ts'

interface ReasonDialogProps {
  title: string
  saveLabel: string
  saving: boolean
  children: ReactNode
  onSubmit: (note: string) => void
  onClose: () => void
}

export const noteInfo = infoOf(Deposit.shape.note)!

export function ReasonDialog({ title, saveLabel, saving, children, onSubmit, onClose }: ReasonDialogProps) {
  const [note, setNote] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      dirty={note !== ''}
      saveLabel={saveLabel}
      saving={saving}
      saveWhyNot={note.trim() === '' && 'Hãy ghi lý do.'}
      onSubmit={() => onSubmit(note)}
    >
      <Stack>
        {children}
        <Field label={noteInfo.label} required>
          <TextArea value={note} onChange={setNote} limit={noteInfo.max ?? 0} rows={3} />
        </Field>
      </Stack>
    </Dialog>
  )
}
