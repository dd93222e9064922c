/** An act that is not done without a word on why: what it means, and the one text that it takes. */
import type { ReactNode } from 'react'
import { ReasonField, useReason, type ReasonAsked } from './reason-field.tsx'
import { Dialog } from './ui/dialog.tsx'
import { Stack } from './ui/layout.tsx'

interface ReasonDialogProps extends ReasonAsked {
  title: string
  /** Whose it is, under the title. */
  description?: ReactNode
  saveLabel: string
  saving: boolean
  /** Something below the reason was filled in, too. */
  dirty?: boolean
  /** Above the reason: what will be done, and what follows from it. */
  children: ReactNode
  /** What may go with it. */
  below?: ReactNode
  onSubmit: (reason: string) => void
  onClose: () => void
}

export function ReasonDialog({
  field,
  ask,
  hint,
  dirty = false,
  children,
  below,
  onSubmit,
  ...dialog
}: ReasonDialogProps) {
  const reason = useReason({ field, ask, ...(hint !== undefined && { hint }) })
  return (
    <Dialog
      {...dialog}
      open
      size="sm"
      dirty={dirty || reason.changed}
      saveWhyNot={reason.whyNot}
      onSubmit={() => onSubmit(reason.text)}
    >
      <Stack>
        {children}
        <ReasonField reason={reason} />
        {below}
      </Stack>
    </Dialog>
  )
}
