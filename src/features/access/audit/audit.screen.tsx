import { useMemo } from 'react'
import { useRead } from '#web/api.ts'
import { DataTable } from '#web/data-table.tsx'
import { momentText } from '#web/format.ts'
import { ListScreen } from '#web/list-screen.tsx'
import { useRights } from '#web/rights.ts'
import { rangeFilter } from '#web/range-filter.tsx'
import { SearchBar, type FilterSpec } from '#web/search-bar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Mono } from '#web/ui/text.tsx'
import { useAddressValue, useList } from '#web/use-list.ts'
import { useChoices } from '#web/use-choices.ts'
import { messageOf } from '#contract/errors.ts'
import { account } from '#features/access/account/account.contract.ts'
import { AuditDetailDrawer } from './audit-detail.screen.tsx'
import { audit, auditPage } from './audit.contract.ts'

export default function AuditScreen() {
  const { can } = useRights()
  const entries = useList(audit.list)
  const [opened, open] = useAddressValue('audit_id')
  const people = useChoices(
    account.list,
    (row) => ({ value: row.user_name, label: row.user_name, detail: row.full_name }),
    {
      enabled: can(account.list),
    },
  )
  const calls = useCallChoices()
  const filters: FilterSpec[] = [
    rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }),
    can(account.list) ? { name: 'user_name', choices: people } : 'user_name',
    { name: 'call', choices: calls },
    'refused',
  ]

  return (
    <ListScreen
      page={auditPage}
      subtitle="Ai đã làm gì, khi nào, từ đâu, trước và sau. Nhật ký không sửa được: mỗi dòng liên kết với dòng trước bằng mã băm."
    >
      <DataTable
        list={entries}
        noun="dòng nhật ký"
        columns={[
          { key: 'at', width: 156, cell: (row) => momentText(row.at, true) },
          { key: 'user_name', width: 150, cell: (row) => row.user_name ?? 'Không đăng nhập' },
          'title',
          { key: 'code', head: 'Kết quả', width: 260, cell: (row) => <Result code={row.code} /> },
          'change_count',
          { key: 'source', width: 130 },
          { key: 'call', width: 230, hidden: true, cell: (row) => <Mono>{row.call}</Mono> },
          { key: 'transid', width: 300, hidden: true, cell: (row) => <Mono>{row.transid}</Mono> },
        ]}
        onOpen={(row) => open(String(row.audit_id))}
        isOpen={(row) => String(row.audit_id) === opened}
        search={<SearchBar list={entries} keyword="Người, thao tác, mã yêu cầu, IP" filters={filters} />}
      />
      <AuditDetailDrawer opened={opened} onClose={() => open(null)} />
    </ListScreen>
  )
}

/** What became of a call: done, or refused and why. */
export function Result({ code }: { code: number }) {
  if (code === 0) return <Badge tone="green">Thành công</Badge>
  return (
    <>
      <Badge tone="red">Từ chối</Badge> {messageOf(code) ?? `Mã lỗi ${code}`}
    </>
  )
}

/** Two calls may have one name: the path tells them apart. */
function useCallChoices() {
  const calls = useRead(audit.calls, {}, { fresh: 60_000 })
  const options = useMemo(
    () => (calls.data?.items ?? []).map((one) => ({ value: one.call, label: one.title, detail: one.call })),
    [calls.data],
  )
  return { options, loading: calls.isPending }
}
