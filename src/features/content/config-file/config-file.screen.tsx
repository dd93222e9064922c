/** Terms and guides: the current versions, the scheduled ones, and drafts. */
import { useEffect, useState, type ReactNode } from 'react'
import { navigate, useLocation } from '#web/route/location.ts'
import { Act, useAct, type RowAct } from '#web/action/act.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useList, type RowOf } from '#web/list/use-list.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { momentText } from '#web/value/format.ts'
import { configFilePage } from '../pages.contract.ts'
import { configFile } from './config-file.contract.ts'

type File = RowOf<typeof configFile.list>

export const pathOf = (config_file_id: number) => `${configFilePage.url}/update/${config_file_id}`

export default function ConfigFileScreen() {
  // The address of the editor without a number: a new text.
  const isAdding = useLocation().pathname !== configFilePage.url
  const [historyOf, setHistoryOf] = useState<File | null>(null)
  const open = (config_file_id: number) => navigate({ to: pathOf(config_file_id) })
  const editor = useEditor<typeof configFile.add, typeof configFile.update>({
    add: configFile.add,
    update: configFile.update,
    blank: { type: 'terms', status: 1 },
    onSaved: (answer, created) => {
      if (created) open(answer.config_file_id)
    },
  })
  const { open: openEditor } = editor
  useEffect(() => {
    if (isAdding) openEditor()
  }, [isAdding, openEditor])
  const addButton = (
    <Act call={configFile.add} variant="primary" icon="plus" onClick={() => editor.open()}>
      Thêm điều khoản
    </Act>
  )
  return (
    <ListScreen page={configFilePage} actions={addButton}>
      <FileTable addButton={addButton} onOpen={open} onEdit={editor.open} onHistory={setHistoryOf} />
      <Editor
        editor={editor}
        noun="điều khoản"
        subject={(row: File) => row.title}
        fields={['type', 'title', 'status']}
        hints={{ status: 'Tắt: ứng dụng không còn hiện, các bản vẫn được giữ' }}
      />
      {historyOf && (
        <HistoryDrawer
          table="config_file"
          id={historyOf.config_file_id}
          title={historyOf.title}
          onClose={() => setHistoryOf(null)}
        />
      )}
    </ListScreen>
  )
}

interface FileTableProps {
  addButton: ReactNode
  onOpen: (config_file_id: number) => void
  onEdit: (row: File) => void
  onHistory: (row: File) => void
}

function FileTable({ addButton, onOpen, onEdit, onHistory }: FileTableProps) {
  const list = useList(configFile.list)
  const remove = useAct(configFile.delete, { success: 'Đã xóa điều khoản.' })
  const acts = (row: File): RowAct[] => [
    { call: configFile.detail, label: 'Soạn', icon: 'pencil', run: () => onOpen(row.config_file_id) },
    { call: configFile.update, label: 'Sửa thông tin', icon: 'settings', run: () => onEdit(row) },
    { call: configFile.list, label: 'Lịch sử', icon: 'history', run: () => onHistory(row) },
    {
      call: configFile.delete,
      label: 'Xóa',
      icon: 'trash',
      danger: true,
      run: () => remove.mutate({ config_file_id: row.config_file_id }),
      confirm: `Xóa “${row.title}” cùng bản nháp của nó?`,
      whyNot: row.published_number !== null && 'Bản đã công bố được giữ nguyên. Hãy tắt thay vì xóa.',
    },
  ]
  return (
    <DataTable
      list={list}
      noun="điều khoản"
      columns={[
        { key: 'title', width: 250 },
        { key: 'type', width: 180 },
        'status',
        {
          key: 'published_at',
          width: 190,
          cell: (row) => row.published_at && `v${row.published_number} · ${momentText(row.published_at)}`,
        },
        {
          key: 'next_at',
          width: 190,
          cell: (row) => row.next_at && `v${row.next_number} · ${momentText(row.next_at)}`,
        },
        {
          key: 'draft_number',
          head: 'Bản nháp',
          width: 96,
          cell: (row) => row.draft_number !== null && <Badge tone="amber">Nháp v{row.draft_number}</Badge>,
        },
        { key: 'updated_by_name', width: 140 },
        'updated_at',
        { key: 'created_by_name', width: 130, hidden: true },
        { key: 'created_at', hidden: true },
      ]}
      acts={acts}
      onOpen={(row) => onOpen(row.config_file_id)}
      start={addButton}
      search={<SearchBar list={list} keyword="Tiêu đề" filters={['type', 'status']} />}
    />
  )
}
