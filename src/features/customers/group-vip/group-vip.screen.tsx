import { useState, type ReactNode } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { navigate } from '#web/route/location.ts'
import { Act, useAct, type RowAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { HeaderActs } from '#web/list/header-acts.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useAddressValue, useList } from '#web/list/use-list.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { AddressTabs } from '#web/list/address-tabs.tsx'
import { useWhyNotHeadOffice } from '#web/session/head-office.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { groupVipAccount } from '../group-vip-account/group-vip-account.contract.ts'
import { Members } from '../group-vip-account/members.screen.tsx'
import { groupVipFee } from '../fee/fee.contract.ts'
import { customerGroupPage } from '../pages.contract.ts'
import { groupType, groupVip } from './group-vip.contract.ts'

const AddMembers = lazyPart(() => import('../group-vip-account/add-members.screen.tsx'))

type GroupRow = AnswerOf<typeof groupVip.detail>
type Tab = 'groups' | 'members'

export default function GroupScreen() {
  const [tab] = useAddressValue('tab')
  const [groupParameter] = useAddressValue('group_vip_id')
  const whyNotChange = useWhyNotHeadOffice()
  const [adding, setAdding] = useState<{ group_vip_id: number | null } | null>(null)
  const editor = useEditor({ add: groupVip.add, update: groupVip.update, blank: { type: groupType.vip, status: 1 } })
  const addGroup = (
    <Act call={groupVip.add} variant="primary" icon="plus" whyNot={whyNotChange} onClick={() => editor.open()}>
      Thêm nhóm
    </Act>
  )
  const group_vip_id = Number(groupParameter) || null
  const addMembers = {
    call: groupVipAccount.add,
    label: 'Thêm khách vào nhóm',
    icon: 'upload',
    onSelect: () => setAdding({ group_vip_id }),
  } as const
  return (
    <ListScreen
      page={customerGroupPage}
      actions={
        tab === 'members' ? (
          <Act call={addMembers.call} icon={addMembers.icon} variant="primary" onClick={addMembers.onSelect}>
            {addMembers.label}
          </Act>
        ) : (
          <>
            <HeaderActs acts={[addMembers]} />
            {addGroup}
          </>
        )
      }
    >
      {tab === 'members' ? (
        <Members tabs={<Tabs active="members" />} onAdd={() => setAdding({ group_vip_id })} />
      ) : (
        <Groups
          onEdit={editor.open}
          onAddMembers={({ group_vip_id: id }) => setAdding({ group_vip_id: id })}
          start={addGroup}
        />
      )}
      <Editor
        editor={editor}
        noun="nhóm khách hàng"
        subject={(row: GroupRow) => row.name}
        fields={['name', 'type', 'status', 'description']}
      />
      {adding && <AddMembers {...adding} onClose={() => setAdding(null)} />}
    </ListScreen>
  )
}

function Tabs({ active }: { active: Tab }) {
  return (
    <AddressTabs<Tab>
      active={active}
      options={[
        { value: 'groups', label: 'Nhóm', icon: 'users' },
        { value: 'members', label: 'Khách trong nhóm', icon: 'user' },
      ]}
    />
  )
}

interface GroupsProps {
  onEdit: (row: GroupRow) => void
  onAddMembers: (row: GroupRow) => void
  start: ReactNode
}

function Groups({ onEdit, onAddMembers, start }: GroupsProps) {
  const list = useList(groupVip.list)
  const whyNotChange = useWhyNotHeadOffice()
  const [past, setPast] = useState<GroupRow | null>(null)
  const remove = useAct(groupVip.delete, { success: 'Đã xóa nhóm khách hàng.' })
  const showFees = ({ group_vip_id }: GroupRow) =>
    navigate({ to: `${customerGroupPage.url}/${group_vip_id}/danh-sach-phi` })
  const acts = (row: GroupRow): RowAct[] => [
    { call: groupVipFee.list, label: 'Phí', icon: 'list', run: () => showFees(row) },
    {
      call: groupVipAccount.list,
      label: 'Khách trong nhóm',
      icon: 'users',
      whyNot: row.type === groupType.rest && 'Nhóm mặc định là của mọi khách không thuộc nhóm VIP nào',
      run: () => navigate({ search: { tab: 'members', group_vip_id: String(row.group_vip_id) } }),
    },
    {
      call: groupVipAccount.add,
      label: 'Thêm khách',
      icon: 'upload',
      whyNot: row.type === groupType.rest && 'Nhóm mặc định không cần thêm khách',
      run: () => onAddMembers(row),
    },
    { call: groupVip.update, label: 'Sửa', icon: 'pencil', whyNot: whyNotChange, run: () => onEdit(row) },
    { call: groupVip.list, label: 'Lịch sử', icon: 'history', run: () => setPast(row) },
    {
      call: groupVip.delete,
      label: 'Xóa',
      icon: 'trash',
      danger: true,
      run: () => remove.mutate({ group_vip_id: row.group_vip_id }),
      whyNot:
        whyNotChange ??
        (row.type === groupType.rest
          ? 'Nhóm mặc định không xóa được'
          : row.member_count > 0 && 'Nhóm đang có khách: hãy gỡ khách trước'),
      confirm: `Xóa nhóm “${row.name}”? Các quy tắc phí của nhóm cũng bị xóa.`,
    },
  ]
  return (
    <>
      <DataTable
        list={list}
        noun="nhóm"
        columns={[
          { key: 'name', width: 190 },
          { key: 'type', width: 110 },
          'status',
          { key: 'member_count', width: 110 },
          { key: 'fee_count', width: 130 },
          { key: 'description', width: 340 },
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={acts}
        onOpen={showFees}
        queues={<Tabs active="groups" />}
        start={start}
        search={<SearchBar list={list} keyword="Tên nhóm, mô tả" filters={['type', 'status']} />}
      />
      {past && (
        <HistoryDrawer table="group_vip" id={past.group_vip_id} title={past.name} onClose={() => setPast(null)} />
      )}
    </>
  )
}
