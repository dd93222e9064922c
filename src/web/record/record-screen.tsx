/**
 * The page of a plain record (`record` of the contract): its list, its editor, its history and its deletion. A screen that needs more than this
 * says is built from the same parts in place, without an option here.
 */
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
  wanted: ({ record }: RowRecordProps<object>) => record.id !== null,
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
  /** The record's declaration, by which its rows are named and its history is found. */
  record: { table: string; key: string }
  /** What is listed, in the words of a count: 'banner'. */
  noun: string
  /** Names one of them, in the head of its dialogs. */
  nameOf: (row: RowOf<C['list']>) => string
  columns: readonly ColumnSpec<RowOf<C['list']>>[]
  search: Omit<SearchBarProps, 'list'>
  editor: EditorLayout & Pick<EditorSetup<C['add'], C['update']>, 'blank' | 'fill'>
  /** What deleting one means, asked before it is done. */
  deletion: string
  /** Stand before the button that adds. */
  actions?: ReactNode
  children?: ReactNode
}

export function RecordScreen<C extends RecordCalls>(props: RecordScreenProps<C>) {
  const { page, calls, record, noun, nameOf, columns, search, deletion, actions, children } = props
  const { blank, fill, ...layout } = props.editor
  type Row = RowOf<C['list']>
  const list = useList(calls.list)
  const [past, setPast] = useState<Row | null>(null)
  const editor = useEditor<C['add'], C['update']>({
    add: calls.add,
    update: calls.update,
    ...(blank && { blank }),
    ...(fill && { fill }),
  })
  const keyOf = (row: Row) => (row as Record<string, number>)[record.key]!
  const addButton = (
    <Act call={calls.add} variant="primary" icon="plus" onClick={() => editor.open()}>
      Thêm {noun}
    </Act>
  )
  const opened = useOpenRecord<Row>(list, record.key, keyOf)
  const remove = useAct(calls.delete, {
    done: `Đã xóa ${noun}.`,
    onDone: () => opened.id !== null && opened.close(),
  })
  const change = (row: Row): RowAct => ({
    call: calls.update,
    label: 'Sửa',
    icon: 'pencil',
    run: () => editor.open(row),
  })
  const deletionOf = (row: Row): RowAct => ({
    call: calls.delete,
    label: 'Xóa',
    icon: 'trash',
    danger: true,
    run: () => remove.mutate({ [record.key]: keyOf(row) } as never),
    confirm: `Xóa ${noun} “${nameOf(row)}”? ${deletion}`,
  })
  /** The details show the history by themselves. */
  const historyOf = (row: Row): RowAct => ({
    call: calls.list,
    label: 'Lịch sử',
    icon: 'history',
    run: () => setPast(row),
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
        acts={(row: Row) => [change(row), historyOf(row), deletionOf(row)]}
        onOpen={opened.open}
        isOpen={opened.isOpen}
        start={addButton}
        search={<SearchBar list={list as never} {...search} />}
      />
      <RowRecord
        {...({
          record: opened,
          list,
          columns,
          nameOf,
          table: record.table,
          keyOf,
          actsOf: (row: Row) => [change(row), deletionOf(row)],
        } as unknown as RowRecordProps<object>)}
      />
      <Editor editor={editor} noun={noun} subject={nameOf as (row: never) => string} {...layout} />
      {past && (
        <HistoryDrawer table={record.table} id={keyOf(past)} title={nameOf(past)} onClose={() => setPast(null)} />
      )}
      {children}
    </ListScreen>
  )
}
