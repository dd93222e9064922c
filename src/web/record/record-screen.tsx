import { useState, type ReactNode } from 'react'
import type { Call } from '#contract/call.ts'
import type { Page } from '#contract/page.ts'
import { Act, useAct, type RowAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import type { EditorLayout } from '#web/form/editor-dialog.tsx'
import type { EditorSetup } from '#web/form/editor-session.ts'
import { useEditor } from '#web/form/use-editor.ts'
import type { ColumnSpec } from '#web/list/columns.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { SearchBar, type SearchBarProps } from '#web/filter/search-bar.tsx'
import { useList, type ListCall, type RowOf } from '#web/list/use-list.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { HistoryDrawer } from './history.tsx'
import { useOpenRecord } from './open-record.ts'
import type { RowRecordProps } from './row-record.tsx'

const RowRecord = lazyPart(() => import('./row-record.tsx'), {
  mountWhen: ({ record }: RowRecordProps<object>) => record.id !== null,
})

type Write = Call<'write'>

export interface RecordCalls {
  list: ListCall
  add: Write
  update: Write
  delete: Write
}

export interface RecordScreenProps<C extends RecordCalls> {
  page: Page
  calls: C
  /** The record's declaration: its table, for the history, and its key. */
  record: { table: string; key: string }
  /** What the rows are, as in '12 banner'. */
  noun: string
  /** The name of a row, for titles. */
  nameOf: (row: RowOf<C['list']>) => string
  columns: readonly ColumnSpec<RowOf<C['list']>>[]
  search: Omit<SearchBarProps, 'list'>
  editor: EditorLayout & Pick<EditorSetup<C['add'], C['update']>, 'blank' | 'fill'>
  /** What deleting a row means; part of the confirmation. */
  deletion: string
  /** Why this person may add, change and delete none of the rows; null when they may. */
  whyNotChange?: string | null
  /** Further buttons before the add button. */
  actions?: ReactNode
  children?: ReactNode
}

/**
 * The page of a plain record (`record` of the contract): list, editor, history and deletion. A screen that needs more
 * is built from the same parts directly; this component gets no options for single features.
 */
export function RecordScreen<C extends RecordCalls>(props: RecordScreenProps<C>) {
  const { page, calls, record, noun, nameOf, columns, search, deletion, whyNotChange = null, actions, children } = props
  const { blank, fill, ...layout } = props.editor
  type Row = RowOf<C['list']>
  const list = useList(calls.list)
  const [historyRow, setHistoryRow] = useState<Row | null>(null)
  const editor = useEditor<C['add'], C['update']>({
    add: calls.add,
    update: calls.update,
    ...(blank && { blank }),
    ...(fill && { fill }),
  })
  const keyOf = (row: Row) => (row as Record<string, number>)[record.key]!
  const addButton = (
    <Act call={calls.add} variant="primary" icon="plus" whyNot={whyNotChange} onClick={() => editor.open()}>
      Thêm {noun}
    </Act>
  )
  const openRecord = useOpenRecord<Row>(list, record.key, keyOf)
  const remove = useAct(calls.delete, {
    success: `Đã xóa ${noun}.`,
    onDone: () => openRecord.id !== null && openRecord.close(),
  })
  const editActOf = (row: Row): RowAct => ({
    call: calls.update,
    label: 'Sửa',
    icon: 'pencil',
    whyNot: whyNotChange,
    run: () => editor.open(row),
  })
  const deleteActOf = (row: Row): RowAct => ({
    call: calls.delete,
    label: 'Xóa',
    icon: 'trash',
    danger: true,
    whyNot: whyNotChange,
    run: () => remove.mutate({ [record.key]: keyOf(row) } as never),
    confirm: `Xóa ${noun} “${nameOf(row)}”? ${deletion}`,
  })
  /** Only in the table: the drawer shows the history itself. */
  const historyActOf = (row: Row): RowAct => ({
    call: calls.list,
    label: 'Lịch sử',
    icon: 'history',
    run: () => setHistoryRow(row),
  })
  return (
    <ListScreen
      page={page}
      actions={
        <>
          {actions}
          {addButton}
        </>
      }
    >
      <DataTable
        list={list as never}
        noun={noun}
        columns={columns}
        acts={(row: Row) => [editActOf(row), historyActOf(row), deleteActOf(row)]}
        onOpen={openRecord.open}
        isOpen={openRecord.isOpen}
        start={addButton}
        search={<SearchBar list={list as never} {...search} />}
      />
      <RowRecord
        {...({
          record: openRecord,
          list,
          columns,
          nameOf,
          table: record.table,
          keyOf,
          actsOf: (row: Row) => [editActOf(row), deleteActOf(row)],
        } as unknown as RowRecordProps<object>)}
      />
      <Editor editor={editor} noun={noun} subject={nameOf as (row: never) => string} {...layout} />
      {historyRow && (
        <HistoryDrawer
          table={record.table}
          id={keyOf(historyRow)}
          title={nameOf(historyRow)}
          onClose={() => setHistoryRow(null)}
        />
      )}
      {children}
    </ListScreen>
  )
}
