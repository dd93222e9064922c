/** Create and update in one dialog; its code is fetched when it first opens. */
import type { ReactNode } from 'react'
import { lazyPart } from './ui/lazy-part.tsx'
import type { Choices, ChoiceSource } from './use-choices.ts'
import type { EditorState } from './use-editor.ts'

/** Fields under a heading, for a record that has many. */
export interface Section {
  title: string
  fields: readonly string[]
}

export interface EditorLayout {
  /** The fields in their order, or sections of them; those that the call does not take are left out. */
  fields: readonly (string | Section)[]
  choices?: Record<string, Choices | ChoiceSource>
  hints?: Record<string, ReactNode>
}

export interface EditorProps extends EditorLayout {
  editor: EditorState
  /** What is being edited, as it stands after 'Thêm' and 'Sửa': 'tài khoản'. */
  noun: string
  /** Names the record that is being changed. */
  subject?: (row: never) => string
  /** Stands at the right edge of the window instead of its middle. */
  edge?: boolean
}

export const Editor = lazyPart(() => import('./editor-dialog.tsx'), {
  wanted: ({ editor }: EditorProps) => editor.session !== null,
})
