import { useState } from 'react'
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { HeaderActs } from '#web/list/header-acts.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useList, type List } from '#web/list/use-list.ts'
import { choicesOf } from '#web/choices/choice-source.ts'
import { group } from '#features/access/group/group.contract.ts'
import { useAccountActs } from './account-acts.screen.tsx'
import type { AccountDetailProps } from './account-detail.screen.tsx'
import { accountBulk } from './account-bulk.contract.ts'
import { account, accountStatus } from './account.contract.ts'
import { accountPage } from '../pages.contract.ts'

const AccountDetail = lazyPart(() => import('./account-detail.screen.tsx'), {
  mountWhen: ({ record }: AccountDetailProps) => record.id !== null,
})
const DefaultPasswordDialog = lazyPart(() => import('./account-default-password.screen.tsx'))

const groups = choicesOf(group.list, (row) => ({ value: row.group_id, label: row.group_name }))

export default function AccountScreen() {
  const accounts = useList(account.list)
  const record = useOpenRecord(accounts, 'user_id', (row) => row.user_id)
  const [isSettingDefault, setIsSettingDefault] = useState(false)
  const { add, actsOf, dialogs } = useAccountActs(record.close)
  const addButton = (
    <Act call={account.add} variant="primary" icon="plus" onClick={add}>
      Thêm tài khoản
    </Act>
  )
  const actions = (
    <>
      <HeaderActs
        acts={[
          {
            call: account.setDefaultPass,
            label: 'Mật khẩu mặc định',
            icon: 'settings',
            onSelect: () => setIsSettingDefault(true),
          },
        ]}
      />
      {addButton}
    </>
  )

  return (
    <ListScreen page={accountPage} actions={actions}>
      <DataTable
        list={accounts}
        noun="tài khoản"
        columns={[
          { key: 'user_name', width: 136 },
          'full_name',
          'status',
          { key: 'groups', cell: (row) => row.groups.map(({ group_name }) => group_name).join(', ') },
          'phone_number',
          'email',
          { key: 'unit', width: 150 },
          { key: 'partner_name', width: 170 },
          { key: 'base_name', hidden: true },
          { key: 'schedule_name', hidden: true },
          { key: 'last_sign_in_at', width: 152 },
          'created_at',
          { key: 'created_by_name', hidden: true },
          'updated_at',
          { key: 'updated_by_name', hidden: true },
        ]}
        acts={actsOf}
        onOpen={record.open}
        isOpen={record.isOpen}
        bulk={{
          ...accountBulk,
          idOf: (row) => row.user_id,
          actions: [
            { value: 'lock', label: 'Khóa', icon: 'lock' },
            { value: 'unlock', label: 'Mở khóa', icon: 'unlock' },
            {
              value: 'end_sessions',
              label: 'Kết thúc phiên đăng nhập',
              icon: 'logout',
              verb: 'kết thúc phiên đăng nhập của',
            },
          ],
        }}
        start={addButton}
        queues={<Queues list={accounts} />}
        search={
          <SearchBar
            list={accounts}
            keyword="Tên đăng nhập, họ tên, SĐT, email"
            filters={['status', { name: 'group_id', choices: groups }]}
          />
        }
      />
      <AccountDetail record={record} actsOf={actsOf} />
      {dialogs}
      {isSettingDefault && <DefaultPasswordDialog onClose={() => setIsSettingDefault(false)} />}
    </ListScreen>
  )
}

/** What waits for an administrator, with live counts. */
function Queues({ list }: { list: List }) {
  const waiting = useRead(account.list, { status: accountStatus.waiting, part: 'totals' }, counting)
  const forgot = useRead(account.list, { forgot: true, part: 'totals' }, counting)
  const { status, forgot: onlyForgot } = list.state
  const openQueue = status === accountStatus.waiting ? 'waiting' : onlyForgot === true ? 'forgot' : 'all'
  const filters = {
    all: { status: undefined, forgot: undefined },
    waiting: { status: accountStatus.waiting, forgot: undefined },
    forgot: { status: undefined, forgot: true },
  }
  return (
    <Segmented
      aria-label="Hàng đợi"
      value={openQueue}
      onChange={(queue) => list.filter(filters[queue])}
      options={[
        { value: 'all', label: 'Tất cả' },
        { value: 'waiting', label: 'Chờ duyệt', count: waiting.data?.total },
        { value: 'forgot', label: 'Báo quên mật khẩu', count: forgot.data?.total },
      ]}
    />
  )
}
