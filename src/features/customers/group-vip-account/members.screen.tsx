import { Act, useAct, type RowAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { useList } from '#web/list/use-list.ts'
import { choicesOf } from '#web/choices/choice-source.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { phoneText } from '#web/value/format.ts'
import type { ReactNode } from 'react'
import { groupVip } from '../group-vip/group-vip.contract.ts'
import { groupVipAccount, type MemberRow } from './group-vip-account.contract.ts'
import type { MemberDetailProps } from './member-detail.screen.tsx'

const MemberDetail = lazyPart(() => import('./member-detail.screen.tsx'), {
  mountWhen: ({ record }: MemberDetailProps) => record.id !== null,
})

const vipGroups = choicesOf(groupVip.list, (row) => ({ value: row.group_vip_id, label: row.name }))

interface MembersProps {
  tabs: ReactNode
  onAdd: () => void
}

/**
 * The tab of customers in VIP groups, found by phone number or name; `onAdd` opens the dialog for a new one, which
 * belongs to the page.
 */
export function Members({ tabs, onAdd }: MembersProps) {
  const list = useList(groupVipAccount.list)
  const record = useOpenRecord(list, 'account_id', (row) => row.account_id)
  const editor = useEditor({ update: groupVipAccount.update, invalidates: ['cms/group_vip'] })
  const remove = useAct(groupVipAccount.delete, {
    success: 'Đã gỡ khách khỏi nhóm.',
    onDone: record.close,
    invalidates: ['cms/group_vip'],
  })
  const acts = (row: MemberRow): RowAct[] => [
    { call: groupVipAccount.update, label: 'Chuyển nhóm, ghi chú', icon: 'pencil', run: () => editor.open(row) },
    {
      call: groupVipAccount.delete,
      label: 'Gỡ khỏi nhóm',
      icon: 'trash',
      danger: true,
      run: () => remove.mutate({ account_id: row.account_id }),
      confirm: `Gỡ ${nameOf(row)} khỏi nhóm “${row.group_name}”? Từ đơn kế tiếp khách trả phí theo nhóm mặc định.`,
    },
  ]
  return (
    <>
      <DataTable
        list={list}
        noun="khách"
        columns={[
          { key: 'msisdn', width: 140 },
          { key: 'full_name', width: 220 },
          { key: 'group_name', width: 180 },
          { key: 'note', width: 190 },
          { key: 'created_by_name', width: 130 },
          'created_at',
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={acts}
        onOpen={record.open}
        isOpen={record.isOpen}
        queues={tabs}
        start={
          <Act call={groupVipAccount.add} variant="primary" icon="plus" onClick={onAdd}>
            Thêm khách vào nhóm
          </Act>
        }
        search={
          <SearchBar list={list} keyword="SĐT, họ tên" filters={[{ name: 'group_vip_id', choices: vipGroups }]} />
        }
      />
      <MemberDetail record={record} actsOf={acts} />
      <Editor
        editor={editor}
        noun="khách trong nhóm"
        subject={(row: MemberRow) => nameOf(row)}
        fields={['group_vip_id', 'note']}
        choices={{ group_vip_id: vipGroups }}
      />
    </>
  )
}

const nameOf = ({ msisdn, full_name }: MemberRow) => [full_name, phoneText(msisdn)].filter(Boolean).join(' · ')
