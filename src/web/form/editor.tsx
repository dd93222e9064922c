/** The editor dialog, loaded when it first opens. */
import type { EditorProps } from './editor-dialog.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

export const Editor = lazyPart(() => import('./editor-dialog.tsx'), {
  mountWhen: ({ editor }: EditorProps) => editor.session !== null,
})
