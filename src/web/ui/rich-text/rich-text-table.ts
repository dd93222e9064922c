/** Tables and pictures in the editor, with only the attributes that the server keeps. */
import { Node, type Editor } from '@tiptap/core'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  mergeCells,
  splitCell,
  tableEditing,
  toggleHeaderRow,
} from '@tiptap/pm/tables'
import { image_pattern } from '#contract/fields.ts'

/** The names of prosemirror-tables for the nodes of a table. */
const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.min(Math.max(Number(element.getAttribute(name)) || 1, 1), 20),
  renderHTML: (attributes: Record<string, unknown>) =>
    Number(attributes[name]) > 1 ? { [name]: String(attributes[name]) } : {},
})

const cell = (name: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    // No nested tables, because phones are narrow.
    content: '(paragraph | heading | bulletList | orderedList | image)+',
    isolating: true,
    addAttributes: () => ({
      colspan: span('colspan'),
      rowspan: span('rowspan'),
      colwidth: { default: null, rendered: false },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  extendNodeSchema: ({ name }) => (name in roles ? { tableRole: roles[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const { editor } = this
    const isInside = () => editor.isActive('table')
    return {
      Tab: () =>
        isInside() && (run(editor, goToNextCell(1)) || (run(editor, addRowAfter) && run(editor, goToNextCell(1)))),
      'Shift-Tab': () => isInside() && run(editor, goToNextCell(-1)),
    }
  },
})

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const Picture = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ src: { default: '' }, alt: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'img[src][alt]',
      // A picture of another server must be uploaded here first.
      getAttrs: (element) => (image_pattern.test(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

export const table_extensions = [Table, TableRow, cell('tableCell', 'td'), cell('tableHeader', 'th'), Picture]

type Command = Parameters<Editor['commands']['command']>[0]
type TableCommand = (state: Editor['state'], dispatch?: Editor['view']['dispatch']) => boolean

const run = (editor: Editor, command: TableCommand) => command(editor.state, editor.view.dispatch)

/** The actions on the table in which the cursor is. */
export const table_acts = [
  { label: 'Thêm dòng', run: addRowAfter },
  { label: 'Thêm cột', run: addColumnAfter },
  { label: 'Xóa dòng', run: deleteRow },
  { label: 'Xóa cột', run: deleteColumn },
  { label: 'Dòng đầu', run: toggleHeaderRow },
  { label: 'Gộp ô', run: mergeCells },
  { label: 'Tách ô', run: splitCell },
  { label: 'Xóa bảng', run: deleteTable },
] as const satisfies readonly { label: string; run: TableCommand }[]

/** Runs the command and returns the focus to the editor. */
export function actOnTable(editor: Editor, command: TableCommand): void {
  run(editor, command)
  editor.commands.focus()
}

const paragraph = { type: 'paragraph' }
const rowOf = (type: string) => ({
  type: 'tableRow',
  content: Array.from({ length: 3 }, () => ({ type, content: [paragraph] })),
})

/** Inserts a table of three columns, a header row and two further rows, and a paragraph after it for further text. */
export function insertTable(editor: Editor): void {
  const body = [rowOf('tableCell'), rowOf('tableCell')]
  const position = editor.state.selection.from
  editor
    .chain()
    .focus()
    .insertContent([{ type: 'table', content: [rowOf('tableHeader'), ...body] }, paragraph])
    .command(intoFirstCell(position))
    .run()
}

/** Moves the cursor to the first cell of the next table after the position. */
const intoFirstCell =
  (position: number): Command =>
  ({ tr, commands }) => {
    let first_cell = -1
    tr.doc.nodesBetween(Math.max(position - 2, 0), tr.doc.content.size, (node, place) => {
      if (first_cell < 0 && node.type.name === 'tableHeader') first_cell = place + 2
      return first_cell < 0
    })
    return first_cell < 0 || commands.setTextSelection(first_cell)
  }

export function insertPicture(editor: Editor, src: string, alt: string): void {
  editor.chain().focus().insertContent({ type: 'image', attrs: { src, alt } }).run()
}
