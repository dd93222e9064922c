/** The groups by which points of sale are listed and given to people to see. */
import { useAct } from '#web/act.tsx'
import { Editor } from '#web/editor.tsx'
import { numberText } from '#web/format.ts'
import { Records } from '#web/records.tsx'
import { ListPager } from '#web/list-pager.tsx'
import { ListFallback } from '#web/fallback.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { useEditor } from '#web/use-editor.ts'
import { useLocalList, type RowOf } from '#web/use-list.ts'
import { posGroup } from '#features/partners/data-permission/data-permission.contract.ts'

type Group = RowOf<typeof posGroup.list>

/** What shows the names of groups. */
const besides = ['cms/pos', 'cms/audit']

export function PosGroupDialog({ onClose }: { onClose: () => void }) {
  const list = useLocalList(posGroup.list)
  const editor = useEditor({ add: posGroup.add, update: posGroup.update, touches: besides })
  const remove = useAct(posGroup.delete, { done: 'Đã xóa nhóm điểm bán.', touches: besides })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Nhóm điểm bán"
      description="Mỗi điểm bán thuộc nhiều nhất một nhóm. Quyền xem dữ liệu được cấp theo nhóm hoặc từng điểm bán."
      footer={<Button onClick={onClose}>Đóng</Button>}
    >
      <Stack>
        <SearchInput
          aria-label="Tìm nhóm"
          placeholder="Tìm nhóm"
          value={String(list.state.keyword ?? '')}
          onSearch={(keyword) => list.filter({ keyword: keyword || undefined }, true)}
        />
        <ListFallback list={list} />
        {list.phase === 'unmatched' && <EmptyState kind="no-match" onClear={list.clear} />}
        {(list.phase === 'rows' || list.phase === 'empty') && (
          <Records
            noun="nhóm"
            icon="list"
            rows={list.rows}
            {...(list.total !== null && { total: list.total })}
            itemOf={(row) => ({
              key: row.pos_group_id,
              title: row.pos_group_name,
              lines: [`${numberText(row.pos_count)} điểm bán`],
            })}
            add={{ call: posGroup.add, run: () => editor.open() }}
            acts={(row) => [
              { call: posGroup.update, label: 'Đổi tên', icon: 'pencil', run: () => editor.open(row) },
              {
                call: posGroup.delete,
                label: 'Xóa',
                icon: 'trash',
                danger: true,
                run: () => remove.mutate({ pos_group_id: row.pos_group_id }),
                confirm: `Xóa nhóm “${row.pos_group_name}”?`,
                whyNot: row.pos_count > 0 && 'Nhóm đang có điểm bán. Hãy chuyển chúng sang nhóm khác trước.',
              },
            ]}
          />
        )}
        {list.pageCount > 1 && <ListPager list={list} unit="nhóm" />}
      </Stack>
      <Editor
        editor={editor}
        noun="nhóm điểm bán"
        subject={(row: Group) => row.pos_group_name}
        fields={['pos_group_name']}
      />
    </Dialog>
  )
}
