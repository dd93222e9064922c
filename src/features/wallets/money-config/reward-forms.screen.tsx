/** The rules that decide how prizes are paid, in the order in which they are tried. */
import { useState, type ReactNode } from 'react'
import { Act, useAct, type RowAct } from '#web/action/act.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { useList, type RowOf } from '#web/list/use-list.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { rewardForms } from '#features/rewards/reward-form/reward-form.contract.ts'

const RuleDialog = lazyPart(() => import('./rule-dialog.screen.tsx'))

type RuleRow = RowOf<typeof rewardForms.list>

export default function RewardForms({ tabs }: { tabs: ReactNode }) {
  const list = useList(rewardForms.list)
  const [editing, edit] = useState<{ row: RuleRow | null } | null>(null)
  const [past, setPast] = useState<RuleRow | null>(null)
  const remove = useAct(rewardForms.delete, { success: 'Đã xóa quy tắc.' })
  const acts = (row: RuleRow): RowAct[] => [
    { call: rewardForms.update, label: 'Sửa', icon: 'pencil', run: () => edit({ row }) },
    { call: rewardForms.list, label: 'Lịch sử', icon: 'history', run: () => setPast(row) },
    {
      call: rewardForms.delete,
      label: 'Xóa',
      icon: 'trash',
      danger: true,
      confirm: `Xóa quy tắc “${row.form_name}”? Giải đã lập giữ nguyên hình thức; giải mới theo các quy tắc còn lại.`,
      run: () => remove.mutate({ reward_form_id: row.reward_form_id }),
    },
  ]
  const addButton = (
    <Act call={rewardForms.add} variant="primary" icon="plus" onClick={() => edit({ row: null })}>
      Thêm quy tắc
    </Act>
  )
  return (
    <Stack gap={2}>
      <Row>
        <Text tone="muted">
          Quy tắc đầu tiên khớp, theo thứ tự, quyết định hình thức của giải mới lập. Giải không khớp quy tắc nào được
          trả tại quầy.
        </Text>
        <Spacer />
        {addButton}
      </Row>
      <DataTable
        list={list}
        noun="quy tắc"
        columns={[
          { key: 'place', width: 80 },
          { key: 'form_name', width: 230 },
          { key: 'form', width: 120 },
          { key: 'category', width: 140 },
          { key: 'handling', width: 130 },
          { key: 'amount_from', width: 120 },
          { key: 'amount_to', width: 120 },
          { key: 'auto_most', width: 130 },
          { key: 'second_from', width: 140 },
          { key: 'status', width: 130 },
          { key: 'fee_fixed', width: 110, hidden: true },
          { key: 'fee_rate', width: 110, hidden: true },
          { key: 'created_by_name', width: 130, hidden: true },
          { key: 'created_at', hidden: true },
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={acts}
        start={addButton}
        queues={tabs}
        search={<SearchBar list={list} keyword="Tên quy tắc" filters={['form', 'status']} />}
      />
      {editing && <RuleDialog row={editing.row} onClose={() => edit(null)} />}
      {past && (
        <HistoryDrawer
          table="reward_form"
          id={past.reward_form_id}
          title={past.form_name}
          onClose={() => setPast(null)}
        />
      )}
    </Stack>
  )
}
