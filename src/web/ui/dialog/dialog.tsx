import type { ReactNode, RefObject } from 'react'
import { Button, type WhyNot } from '#web/ui/action/button.tsx'
import { cancelWord } from './cancel-word.ts'
import { confirmDiscard } from './confirm-discard.ts'
import { Surface } from '#web/ui/layout/surface.tsx'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** A sentence under the title. */
  description?: ReactNode
  children?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** At the right edge with the window's height, so that the page beside it stays readable. */
  edge?: boolean
  /** There are unsaved changes: closing asks first. */
  dirty?: boolean
  /** Makes the content a form, with 'Hủy' and a save button as its footer. Nothing is sent while a word is composed. */
  onSubmit?: () => void
  saveLabel?: string
  saving?: boolean
  saveWhyNot?: WhyNot
  /** Replaces the footer. */
  footer?: ReactNode
  /** The initial focus, where it is not the first input. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A modal window. With `onSubmit` it is a form with 'Hủy' and a save button; while `saving` it cannot be closed. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    size = 'md',
    edge,
    dirty,
    onSubmit,
    saveLabel = 'Lưu',
    saving,
    saveWhyNot,
    footer,
    initialFocus,
  } = props
  async function close() {
    if (saving) return
    if (!dirty || (await confirmDiscard())) onClose()
  }
  const saveFooter = onSubmit && (
    <>
      <Button onClick={() => void close()}>{cancelWord(`${title} ${saveLabel}`)}</Button>
      <Button type="submit" variant="primary" busy={saving} whyNot={saveWhyNot}>
        {saveLabel}
      </Button>
    </>
  )
  return (
    <Surface
      open={open}
      onClose={() => void close()}
      title={title}
      description={description}
      size={size}
      {...(edge && { side: 'right' as const })}
      {...(initialFocus && { initialFocus })}
      footer={footer ?? saveFooter}
      onSubmit={onSubmit && (() => !saving && !saveWhyNot && onSubmit())}
    >
      {children}
    </Surface>
  )
}
