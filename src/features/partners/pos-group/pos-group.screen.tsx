/** Groups of points of sale, for filters and for people's scopes. */
import { useAct, type RowAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { numberText } from '#web/value/format.ts'
import { Records } from '#web/record/records.tsx'
import ListPager from '#web/list/list-pager.tsx'
import { ListFallback } from '#web/record/fallback.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { useLocalList, type RowOf } from '#web/list/use-list.ts'
import { useRights } from '#web/session/rights.ts'
import { isHeadOffice } from '#contract/person.ts'
import { posGroup } from '#features/partners/data-permission/data-permission.contract.ts'

type PosGroupRow = RowOf<typeof posGroup.list>

/** The calls that show the names of groups. */
const invalidated = ['cms/pos']

export default function PosGroupDialog({ onClose }: { onClose: () => void }) {
  const { me } = useRights()
  const list = useLocalList(posGroup.list)
  const editor = useEditor({ add: posGroup.add, update: posGroup.update, invalidates: invalidated })
  const remove = useAct(posGroup.delete, { success: 'Đã xóa nhóm điểm bán.', invalidates: invalidated })
  const actsOf = (row: PosGroupRow): RowAct[] => [
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
  ]
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
            // Groups belong to the whole business: people of a partner or a base store only read them.
            {...(isHeadOffice(me) && { add: { call: posGroup.add, run: () => editor.open() }, acts: actsOf })}
          />
        )}
        {list.pageCount > 1 && <ListPager list={list} unit="nhóm" />}
      </Stack>
      <Editor
        editor={editor}
        noun="nhóm điểm bán"
        subject={(row: PosGroupRow) => row.pos_group_name}
        fields={['pos_group_name']}
      />
    </Dialog>
  )
}
