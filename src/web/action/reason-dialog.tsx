import type { ReactNode } from 'react'
import { ReasonField, useReason, type ReasonRequest } from './reason-field.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'

interface ReasonDialogProps extends ReasonRequest {
  title: string
  /** Under the title: the record that it is about. */
  description?: ReactNode
  saveLabel: string
  saving: boolean
  /** Another field of the dialog was changed. */
  dirty?: boolean
  /** The record's key, where title and description do not tell it from others. */
  about?: string | number
  /** Why the action is no longer possible, whatever the reason. */
  whyNot?: string | null
  /** Above the field: what will be done, with its consequences. */
  children: ReactNode
  /** Below the field: further inputs. */
  below?: ReactNode
  onSubmit: (reason: string) => void
  onClose: () => void
}

/**
 * The dialog of an action that needs a reason: what the action does, and a field for the reason. It is open while it is
 * rendered; closing asks first when something was typed. What is typed survives the end of the session: it is stored
 * under the title and what the dialog is about.
 */
export function ReasonDialog({
  field,
  emptyText,
  hint,
  dirty = false,
  about,
  whyNot,
  children,
  below,
  onSubmit,
  ...dialog
}: ReasonDialogProps) {
  const { title, description } = dialog
  const record = about ?? (typeof description === 'string' ? description : '')
  const reason = useReason({ field, emptyText, ...(hint !== undefined && { hint }) }, `${title} ${record}`)
  return (
    <Dialog
      {...dialog}
      open
      size="sm"
      dirty={dirty || reason.changed}
      saveWhyNot={whyNot ?? reason.whyNot}
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
