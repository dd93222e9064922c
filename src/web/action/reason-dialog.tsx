/** An act that is not done without a word on why: what it means, and the one text that it takes. */
import { useEffect, type ReactNode } from 'react'
import { useKeptText, type TextOf } from '#web/form/kept-text.ts'
import { ReasonField, useReason, type ReasonRequest } from './reason-field.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'

interface ReasonDialogProps extends ReasonRequest {
  title: string
  /** Whose it is, under the title. */
  description?: ReactNode
  saveLabel: string
  saving: boolean
  /** Something below the reason was filled in, too. */
  dirty?: boolean
  /** What it is done to: what is typed survives an ended session. */
  draft?: TextOf
  /** Why it cannot be done any more, whatever is written. */
  whyNot?: string | null
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
  draft,
  whyNot,
  children,
  below,
  onSubmit,
  ...dialog
}: ReasonDialogProps) {
  const { before, keep } = useKeptText(draft)
  const reason = useReason({ field, ask, ...(hint !== undefined && { hint }) }, '', before)
  useEffect(() => keep(reason.text), [keep, reason.text])
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
        {before !== '' && <Banner kind="info">Đã khôi phục nội dung bạn đang nhập dở. Hãy kiểm tra lại.</Banner>}
        <ReasonField reason={reason} />
        {below}
      </Stack>
    </Dialog>
  )
}
