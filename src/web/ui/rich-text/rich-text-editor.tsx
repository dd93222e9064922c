import { Editor } from '@tiptap/core'
import { useEffect, useReducer, useRef, useState } from 'react'
import { isEmptyText } from '#contract/rich-text.ts'
import { cx } from '#web/ui/base/cx.ts'
import { FieldContext, useFieldGroup } from '#web/ui/field/field-context.ts'
import { renameStyles } from './rich-text-styles.ts'
import { cleanPasted } from './rich-text-paste.ts'
import { rich_text_extensions } from './rich-text-schema.ts'
import type { ChoosePicture } from './rich-text-picture.tsx'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import css from './rich-text.module.css'

export type RichTextInputProps = {
  /** HTML as the server stores it; '' for an empty text. */
  value: string
  onChange: (html: string) => void
  /** Renders the control that uploads a picture; without it the text cannot have pictures. */
  choosePicture?: ChoosePicture | undefined
  readOnly?: boolean
  onBlur?: () => void
  /** Fills the height of its parent and scrolls inside, for a page with only the editor. */
  fill?: boolean
  /** The heading to scroll to, counted from 0; it scrolls whenever another object is passed. */
  scrollTarget?: { index: number } | null
  'aria-label'?: string
}

/** The editor's content as HTML; '' when it has neither text nor pictures. */
function htmlOf(editor: Editor): string {
  const html = editor.getHTML()
  return isEmptyText(html) ? '' : html
}

/** The editor of RichTextInput. The text has a white background in either theme, because customers see it on white. */
export default function RichTextEditor(props: RichTextInputProps) {
  const { value, readOnly = false, fill = false, scrollTarget = null, 'aria-label': ariaLabel } = props
  const field = useFieldGroup()
  const textBox = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const latest = useRef(props)
  // The editor's HTML and the form's value that it came from, which may be written differently: undoing everything restores the form's value exactly.
  const initialContent = useRef({ html: '', value })
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const newEditor = new Editor({
      element: textBox.current,
      extensions: rich_text_extensions,
      content: renameStyles(latest.current.value),
      injectCSS: false,
      onTransaction: redraw,
      onUpdate: ({ editor: changedEditor }) => {
        const html = htmlOf(changedEditor)
        latest.current.onChange(html === initialContent.current.html ? initialContent.current.value : html)
      },
      onBlur: ({ event }) => {
        const focusedElement = event.relatedTarget
        if (!(focusedElement instanceof Node && textBox.current?.parentElement?.contains(focusedElement)))
          latest.current.onBlur?.()
      },
    })
    initialContent.current = { html: htmlOf(newEditor), value: latest.current.value }
    setEditor(newEditor)
    return () => newEditor.destroy()
  }, [])

  // A value that was not typed here: the form was reset, or took over somebody else's change.
  useEffect(() => {
    if (!editor || value === initialContent.current.value || value === htmlOf(editor)) return
    editor.commands.setContent(renameStyles(value), { emitUpdate: false })
    initialContent.current = { html: htmlOf(editor), value }
  }, [editor, value])

  useEffect(() => {
    if (scrollTarget)
      textBox.current?.querySelectorAll('h2, h3, h4')[scrollTarget.index]?.scrollIntoView({ block: 'start' })
  }, [scrollTarget])

  const attributes = JSON.stringify({
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': ariaLabel,
    'aria-readonly': readOnly ? 'true' : undefined,
    ...field,
  })
  useEffect(() => {
    editor?.setOptions({
      editable: !readOnly,
      editorProps: { attributes: textValues(attributes), transformPastedHTML: cleanPasted },
    })
  }, [editor, readOnly, attributes])

  return (
    <div className={cx(css.box, readOnly && css.readOnly, fill && css.fill)}>
      {editor && !readOnly && (
        <FieldContext value={null}>
          <RichTextToolbar editor={editor} choosePicture={props.choosePicture} />
        </FieldContext>
      )}
      <div ref={textBox} className={cx(css.paper, css.content)} />
    </div>
  )
}

function textValues(attributes: string): Record<string, string> {
  const values = JSON.parse(attributes) as Record<string, unknown>
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}
