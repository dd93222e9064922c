import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { RichTextInputProps } from './rich-text-editor.tsx'

export type { RichTextInputProps }
import { Skeleton } from '#web/ui/message/skeleton.tsx'

/** Text with sizes, colours, lists and links; in a `Field group`. The editor is as large as a screen and comes when a form has one. */
export const RichTextInput = lazyPart<RichTextInputProps>(() => import('./rich-text-editor.tsx'), {
  meanwhile: <Skeleton kind="block" />,
})
