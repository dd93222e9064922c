import { useMemo } from 'react'
import { useRead } from '#web/call/api.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { momentText } from '#web/value/format.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useRights } from '#web/session/rights.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import type { FilterSpec } from '#web/filter/filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Status } from '#web/ui/show/status.tsx'
import { Mono } from '#web/ui/layout/text.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useList, type List } from '#web/list/use-list.ts'
import { useChoices } from '#web/choices/use-choices.ts'
import { messageOf } from '#contract/errors.ts'
import { account } from '#features/access/account/account.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import type { AuditDetailProps } from './audit-detail.screen.tsx'
import { audit, auditPage, sign_in_call } from './audit.contract.ts'

const AuditDetail = lazyPart(() => import('./audit-detail.screen.tsx'), {
  mountWhen: ({ record }: AuditDetailProps) => record.id !== null,
})

export default function AuditScreen() {
  const { can } = useRights()
  const entries = useList(audit.list)
  const record = useOpenRecord(entries, 'audit_id', (row) => row.audit_id)
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
          { key: 'at', width: 154, cell: (row) => momentText(row.at, true) },
          { key: 'user_name', width: 120, empty: 'Không đăng nhập' },
          { key: 'title', width: 216 },
          { key: 'subject', width: 250 },
          { key: 'code', head: 'Kết quả', width: 190, excel: ['result'], cell: (row) => <Result code={row.code} /> },
          { key: 'change_count', hidden: true },
          { key: 'source', width: 110 },
          { key: 'call', width: 230, hidden: true, cell: (row) => <Mono>{row.call}</Mono> },
          { key: 'transid', width: 300, hidden: true, cell: (row) => <Mono>{row.transid}</Mono> },
        ]}
        onOpen={record.open}
        queues={<Cases list={entries} />}
        isOpen={record.isOpen}
        search={<SearchBar list={entries} keyword="Người, thao tác, tên đối tượng, IP" filters={filters} />}
      />
      <AuditDetail record={record} />
    </ListScreen>
  )
}

/** The most frequent questions, each as the filters that answer it. */
const cases = {
  all: { label: 'Tất cả', filters: {} },
  refused: { label: 'Bị từ chối', filters: { refused: true } },
  signIn: { label: 'Đăng nhập', filters: { call: sign_in_call } },
  accounts: { label: 'Sửa tài khoản', filters: { call: account.update.name } },
  rights: { label: 'Sửa quyền', filters: { call: group.update.name } },
} as const
type Case = keyof typeof cases

function Cases({ list }: { list: List }) {
  const { call, refused } = list.state
  const names = Object.keys(cases) as Case[]
  const isShown = (name: Case) => {
    const filters: { call?: string; refused?: boolean } = cases[name].filters
    return filters.call === call && (filters.refused ?? false) === (refused ?? false)
  }
  return (
    <Segmented<Case | ''>
      aria-label="Câu hỏi thường gặp"
      value={names.find(isShown) ?? ''}
      onChange={(name) => name && list.filter({ call: undefined, refused: undefined, ...cases[name].filters })}
      options={names.map((name) => ({ value: name, label: cases[name].label }))}
    />
  )
}

/** The outcome of a call: done, or refused and why. */
export function Result({ code }: { code: number }) {
  if (code === 0) return <Status tone="green">Thành công</Status>
  return (
    <>
      <Badge tone="red">Từ chối</Badge> {messageOf(code) ?? `Mã lỗi ${code}`}
    </>
  )
}

/** Two calls may have the same title: the path distinguishes them. */
function useCallChoices() {
  const calls = useRead(audit.calls, {}, { fresh_ms: 60_000 })
  const options = useMemo(
    () => (calls.data?.items ?? []).map((call) => ({ value: call.call, label: call.title, detail: call.call })),
    [calls.data],
  )
  return { options, loading: calls.isPending }
}
