import { Editor } from '@tiptap/core'
import { useEffect, useReducer, useRef, useState } from 'react'
import { isEmptyText } from '#contract/rich-text.ts'
import { cx } from '#web/ui/base/cx.ts'
import { FieldContext, useFieldGroup } from '#web/ui/field/field-context.ts'
import { looksAside } from './rich-text-styles.ts'
import { cleanPasted } from './rich-text-paste.ts'
import { richTextExtensions } from './rich-text-schema.ts'
import type { ChoosePicture } from './rich-text-picture.tsx'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import css from './rich-text.module.css'

export type RichTextInputProps = {
  /** HTML as the server keeps it; empty without a word. */
  value: string
  onChange: (html: string) => void
  /** The control by which a picture is chosen and sent; without it the text has none. */
  choosePicture?: ChoosePicture | undefined
  readOnly?: boolean
  onBlur?: () => void
  /** As high as what it stands in, with its own scrolling: a page that is for writing. */
  fill?: boolean
  /** The heading that is scrolled to, counted from 0; each time it is another object. */
  heading?: { index: number } | null
  'aria-label'?: string
}

/** What stands in the editor, as HTML; nothing when there is neither a word nor a picture. */
function htmlOf(editor: Editor): string {
  const html = editor.getHTML()
  return isEmptyText(html) ? '' : html
}

/** The editor under RichTextInput. The text lies on white paper in either theme, because that is where its readers see it. */
export default function RichTextEditor(props: RichTextInputProps) {
  const { value, readOnly = false, fill = false, heading = null, 'aria-label': label } = props
  const field = useFieldGroup()
  const paper = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const latest = useRef(props)
  // The HTML that the editor holds, and how the form knows it: undoing everything gives back exactly what was there.
  const held = useRef({ html: '', value })
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const made = new Editor({
      element: paper.current,
      extensions: richTextExtensions,
      content: looksAside(latest.current.value),
      injectCSS: false,
      onTransaction: redraw,
      onUpdate: ({ editor: changed }) => {
        const html = htmlOf(changed)
        latest.current.onChange(html === held.current.html ? held.current.value : html)
      },
      onBlur: ({ event }) => {
        const next = event.relatedTarget
        if (!(next instanceof Node && paper.current?.parentElement?.contains(next))) latest.current.onBlur?.()
      },
    })
    held.current = { html: htmlOf(made), value: latest.current.value }
    setEditor(made)
    return () => made.destroy()
  }, [])

  // A value from elsewhere: the form was set back, or took over what someone else had written.
  useEffect(() => {
    if (!editor || value === held.current.value || value === htmlOf(editor)) return
    editor.commands.setContent(looksAside(value), { emitUpdate: false })
    held.current = { html: htmlOf(editor), value }
  }, [editor, value])

  useEffect(() => {
    if (heading) paper.current?.querySelectorAll('h2, h3, h4')[heading.index]?.scrollIntoView({ block: 'start' })
  }, [heading])

  const attributes = JSON.stringify({
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
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
      <div ref={paper} className={cx(css.paper, css.content)} />
    </div>
  )
}

function textValues(attributes: string): Record<string, string> {
  const values = JSON.parse(attributes) as Record<string, unknown>
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}
