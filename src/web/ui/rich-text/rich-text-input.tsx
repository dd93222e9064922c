import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { RichTextInputProps } from './rich-text-editor.tsx'

export type { RichTextInputProps }
import { Skeleton } from '#web/ui/message/skeleton.tsx'

/** Text with sizes, colours, lists and links, inside a `Field group`. The editor's code is large, so it is loaded when a form has one. */
export const RichTextInput = lazyPart<RichTextInputProps>(() => import('./rich-text-editor.tsx'), {
  meanwhile: <Skeleton kind="block" />,
})
