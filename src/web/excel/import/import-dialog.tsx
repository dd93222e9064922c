import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { ImportPreview, type ImportPreviewProps } from './import-preview.tsx'

interface ImportDialogProps<S extends z.ZodMiniObject> extends Omit<ImportPreviewProps<S>, 'children'> {
  title: string
  description: string
  /** Shown above the file: what the import is for, and its state. */
  above?: ReactNode
  onClose: () => void
}

/**
 * The dialog that imports a file into a list. It is open while it is rendered, and cannot be closed while rows are
 * being sent.
 */
export function ImportDialog<S extends z.ZodMiniObject>(props: ImportDialogProps<S>) {
  const { title, description, above, onClose, ...file } = props
  return (
    <ImportPreview {...file}>
      {({ body, foot, isSending }) => (
        <Dialog
          open
          size="xl"
          title={title}
          description={description}
          saving={isSending}
          onClose={onClose}
          footer={
            <>
              {foot}
              <Button whyNot={isSending && 'Hãy dừng việc nhập trước.'} onClick={onClose}>
                Đóng
              </Button>
            </>
          }
        >
          <Stack gap={4}>
            {above}
            {body}
          </Stack>
        </Dialog>
      )}
    </ImportPreview>
  )
}
