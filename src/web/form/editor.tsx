/** Create and update in one dialog; its code is fetched when it first opens. */
import type { EditorProps } from './editor-dialog.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

export const Editor = lazyPart(() => import('./editor-dialog.tsx'), {
  wanted: ({ editor }: EditorProps) => editor.session !== null,
})
