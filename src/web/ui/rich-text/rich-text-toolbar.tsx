import './rich-text-icons.css'
import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { link_pattern } from '#contract/fields.ts'
import { messages } from '#contract/messages.ts'
import { font_sizes, heading_levels, text_colors } from '#contract/rich-text.ts'
import { Button } from '#web/ui/action/button.tsx'
import { PictureLine, type ChoosePicture } from './rich-text-picture.tsx'
import { actOnTable, insertTable, table_acts } from './rich-text-table.ts'
import { Field } from '#web/ui/field/field.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { Select } from '#web/ui/field/select.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import css from './rich-text.module.css'

const marks = [
  ['bold', 'Đậm (Ctrl+B)', 'bold'],
  ['italic', 'Nghiêng (Ctrl+I)', 'italic'],
  ['underline', 'Gạch chân (Ctrl+U)', 'underline'],
  ['strike', 'Gạch ngang', 'strike'],
] as const satisfies readonly (readonly [string, string, IconName])[]

const aligned = [
  ['left', 'Căn trái', 'align-left'],
  ['center', 'Căn giữa', 'align-center'],
  ['right', 'Căn phải', 'align-right'],
  ['justify', 'Căn đều hai bên', 'align-justify'],
] as const satisfies readonly (readonly [string, string, IconName])[]

const lists = [
  ['bulletList', 'Danh sách dấu chấm', 'list'],
  ['orderedList', 'Danh sách đánh số', 'list-numbers'],
] as const satisfies readonly (readonly [string, string, IconName])[]

const styles = [
  { value: 0, label: 'Đoạn văn' },
  ...heading_levels.map((level, index) => ({ value: level as number, label: `Tiêu đề ${index + 1}` })),
]
const sizes = [
  { value: 0, label: 'Cỡ chữ' },
  ...font_sizes.map((size) => ({ value: size as number, label: `${size} px` })),
]
const colors = [
  { value: '', label: 'Màu chữ' },
  ...text_colors.map(({ value, label }) => ({ value: value as string, label })),
]

interface RichTextToolbarProps {
  editor: Editor
  choosePicture?: ChoosePicture | undefined
}

/** The toolbar is one Tab stop; arrow keys move between its buttons. It is rendered again after each transaction of the editor. */
export function RichTextToolbar({ editor, choosePicture }: RichTextToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const moveFocus = useOneTabStop(bar)
  /** Which input is open below the toolbar. */
  const [openInput, setOpenInput] = useState<'link' | 'picture' | null>(null)
  const toggle = (input: 'link' | 'picture') => setOpenInput(openInput === input ? null : input)
  const in_table = editor.isActive('table')
  return (
    <>
      <div ref={bar} className={css.toolbar} role="toolbar" aria-label="Định dạng" tabIndex={-1} onKeyDown={moveFocus}>
        <MarkButtons editor={editor} />
        <Marks editor={editor} />
        <Sides editor={editor} />
        <span className={css.group}>
          <Lists editor={editor} />
          <IconButton
            icon="link"
            label="Liên kết"
            aria-pressed={editor.isActive('link')}
            aria-expanded={openInput === 'link'}
            onClick={() => toggle('link')}
          />
          <IconButton
            icon="grid"
            label="Bảng"
            aria-pressed={in_table}
            whyNot={in_table && 'Đang ở trong một bảng.'}
            onClick={() => insertTable(editor)}
          />
          {choosePicture && (
            <IconButton
              icon="image"
              label="Ảnh"
              aria-expanded={openInput === 'picture'}
              onClick={() => toggle('picture')}
            />
          )}
        </span>
        <Steps editor={editor} />
        {in_table && <TableActs editor={editor} />}
      </div>
      {openInput === 'link' && <LinkLine editor={editor} onClose={() => setOpenInput(null)} />}
      {openInput === 'picture' && choosePicture && (
        <PictureLine editor={editor} choose={choosePicture} onClose={() => setOpenInput(null)} />
      )}
    </>
  )
}

type Part = { editor: Editor }

function TableActs({ editor }: Part) {
  return (
    <span className={css.group} role="group" aria-label="Bảng">
      {table_acts.map(({ label, run }) => (
        <Button
          key={label}
          size="sm"
          variant="quiet"
          whyNot={!run(editor.state) && 'Hãy chọn nhiều ô, hoặc một ô đã gộp.'}
          onClick={() => actOnTable(editor, run)}
        >
          {label}
        </Button>
      ))}
    </span>
  )
}

/** Starts a command chain, with the focus in the editor again: the library's own `focus` waits for a frame, and keys typed until then are lost. */
function focusChain(editor: Editor) {
  editor.view.focus()
  return editor.chain().scrollIntoView()
}

/** Paragraph or heading, size and colour. */
function MarkButtons({ editor }: Part) {
  const style = editor.getAttributes('textStyle') as { fontSize?: number | null; color?: string | null }
  const level = (editor.isActive('heading') ? editor.getAttributes('heading').level : 0) as number
  const setLook = (change: object) => focusChain(editor).setMark('textStyle', change).removeEmptyTextStyle().run()
  function setStyle(chosen_level: number) {
    const run = focusChain(editor)
    if (chosen_level === 0) run.setParagraph().run()
    else run.setHeading({ level: chosen_level as (typeof heading_levels)[number] }).run()
  }
  return (
    <>
      <span className={css.style}>
        <Select aria-label="Kiểu đoạn" value={level} options={styles} onChange={setStyle} />
      </span>
      <span className={css.size}>
        <Select
          aria-label="Cỡ chữ"
          value={style.fontSize ?? 0}
          options={sizes}
          onChange={(value) => setLook({ fontSize: value || null })}
        />
      </span>
      <span className={css.color}>
        <Select
          aria-label="Màu chữ"
          value={style.color ?? ''}
          options={colors}
          onChange={(value) => setLook({ color: value || null })}
        />
      </span>
    </>
  )
}

function Marks({ editor }: Part) {
  return (
    <span className={css.group}>
      {marks.map(([mark, label, icon]) => (
        <IconButton
          key={mark}
          icon={icon}
          label={label}
          aria-pressed={editor.isActive(mark)}
          onClick={() => focusChain(editor).toggleMark(mark).run()}
        />
      ))}
    </span>
  )
}

function Sides({ editor }: Part) {
  const now = aligned.map(([side]) => side).find((side) => editor.isActive({ textAlign: side })) ?? 'left'
  return (
    <span className={css.group}>
      {aligned.map(([side, label, icon]) => (
        <IconButton
          key={side}
          icon={icon}
          label={label}
          aria-pressed={side === now}
          onClick={() =>
            (side === 'left' ? focusChain(editor).unsetTextAlign() : focusChain(editor).setTextAlign(side)).run()
          }
        />
      ))}
    </span>
  )
}

function Lists({ editor }: Part) {
  return lists.map(([list, label, icon]) => (
    <IconButton
      key={list}
      icon={icon}
      label={label}
      aria-pressed={editor.isActive(list)}
      onClick={() => focusChain(editor).toggleList(list, 'listItem').run()}
    />
  ))
}

/** Undo, redo, and removing the format. */
function Steps({ editor }: Part) {
  return (
    <span className={css.group}>
      <IconButton
        icon="undo"
        label="Hoàn tác (Ctrl+Z)"
        whyNot={!editor.can().undo() && 'Chưa có gì để hoàn tác.'}
        onClick={() => focusChain(editor).undo().run()}
      />
      <IconButton
        icon="redo"
        label="Làm lại (Ctrl+Y)"
        whyNot={!editor.can().redo() && 'Chưa có gì để làm lại.'}
        onClick={() => focusChain(editor).redo().run()}
      />
      <IconButton
        icon="clear-format"
        label="Xóa định dạng"
        onClick={() => focusChain(editor).unsetAllMarks().clearNodes().unsetTextAlign().run()}
      />
    </span>
  )
}

/** Asks for the address of a link on the selected text; without a selection the address itself becomes the text. */
function LinkLine({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const current_href = editor.getAttributes('link').href as string | undefined
  const [href, setHref] = useState(current_href ?? '')
  const [isInvalid, setInvalid] = useState(false)
  const address = useRef<HTMLInputElement>(null)
  useEffect(() => address.current?.focus(), [])
  const run = () => focusChain(editor).extendMarkRange('link')
  function set() {
    const target = href.trim()
    if (!link_pattern.test(target)) return setInvalid(true)
    if (editor.state.selection.empty && current_href === undefined)
      run()
        .insertContent({ type: 'text', text: target, marks: [{ type: 'link', attrs: { href: target } }] })
        .run()
    else run().setLink({ href: target }).run()
    onClose()
  }
  // Enter and Escape act on this line only: they must not submit the form or close the dialog.
  function key(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') return set()
    onClose()
    editor.commands.focus()
  }
  return (
    <div className={css.linkLine} role="group" aria-label="Liên kết">
      <div className={css.address}>
        <Field label="Liên kết đến" labelHidden error={isInvalid && messages.link}>
          <TextInput
            type="url"
            ref={address}
            placeholder="https://… hoặc /trang"
            value={href}
            onKeyDown={key}
            onChange={(typed) => {
              setHref(typed)
              setInvalid(false)
            }}
          />
        </Field>
      </div>
      <Button onClick={set}>Gắn liên kết</Button>
      {current_href !== undefined && (
        <Button
          variant="quiet"
          onClick={() => {
            run().unsetLink().run()
            onClose()
          }}
        >
          Bỏ liên kết
        </Button>
      )}
    </div>
  )
}

/** Roving tabindex: Tab enters the toolbar at the control used last; ← → Home End move inside it. */
function useOneTabStop(bar: React.RefObject<HTMLDivElement | null>) {
  const controls = () => [...(bar.current?.querySelectorAll<HTMLElement>('button, select') ?? [])]
  const stopAt = (stop: HTMLElement | undefined) => {
    for (const control of controls()) control.tabIndex = control === stop ? 0 : -1
  }
  useLayoutEffect(() => {
    const all = [...(bar.current?.querySelectorAll<HTMLElement>('button, select') ?? [])]
    for (const [index, control] of all.entries()) control.tabIndex = index === 0 ? 0 : -1
  }, [bar])
  return (event: KeyboardEvent) => {
    const all = controls()
    const index = all.indexOf(document.activeElement as HTMLElement)
    const last_index = all.length - 1
    const target_index = {
      ArrowRight: index === last_index ? 0 : index + 1,
      ArrowLeft: index <= 0 ? last_index : index - 1,
      Home: 0,
      End: last_index,
    }[event.key]
    if (index < 0 || target_index === undefined) return
    event.preventDefault()
    stopAt(all[target_index])
    all[target_index]!.focus()
  }
}
