import { lazyPart } from './lazy-part.tsx'
import { Skeleton } from './skeleton.tsx'

export type RichTextInputProps = {
  /** HTML as the server keeps it; empty without a word. */
  value: string
  onChange: (html: string) => void
  readOnly?: boolean
  onBlur?: () => void
  'aria-label'?: string
}

/** Text with sizes, colours, lists and links; in a `Field group`. The editor is as large as a screen and comes when a form has one. */
export const RichTextInput = lazyPart<RichTextInputProps>(() => import('./rich-text-editor.tsx'), {
  meanwhile: <Skeleton kind="block" />,
})
