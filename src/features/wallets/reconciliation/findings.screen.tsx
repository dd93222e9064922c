/** The findings of one day at one gateway: our side and theirs, with people's conclusions. */
import { useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { dayText, numberText, textOf } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Progress } from '#web/ui/message/progress.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'
import { useList } from '#web/list/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { TargetLink, withdrawalTarget } from '#features/wallets/links.screen.tsx'
import { Reconciliation, reconciliation, runStatus } from './reconciliation.contract.ts'
import type { FindingRow } from './resolve-dialog.screen.tsx'

const ResolveDialog = lazyPart(() => import('./resolve-dialog.screen.tsx'))

type Run = AnswerOf<typeof reconciliation.detail>['run']

const look_every_ms = 2_000

interface FindingsProps {
  reconciliation_id: number
  onBack: () => void
}

export default function Findings({ reconciliation_id, onBack }: FindingsProps) {
  const reconciliationInput = { reconciliation_id, page_size: 10 } as const
  const read = useRead(reconciliation.detail, reconciliationInput)
  const run = read.data?.run
  const goesOn = run?.status === runStatus.running
  useRead(reconciliation.detail, reconciliationInput, goesOn ? { every_ms: look_every_ms } : {})
  return (
    <Stack gap={3} fill>
      <Row gap={3}>
        <Button icon="arrow-left" size="sm" onClick={onBack}>
          Các lần đối soát
        </Button>
        {run && <Heading level={2}>{nameOf(run)}</Heading>}
        {run && show(infoOf(Reconciliation.shape.status), run.status)}
      </Row>
      <ReadFallback read={read} lines={2} />
      {goesOn && <Progress label="Đang đối soát" value={null} />}
      {run && !goesOn && <Sums run={run} />}
      {run && !goesOn && run.finding_count > 0 && <Differences run={run} />}
    </Stack>
  )
}

function Differences({ run: { reconciliation_id, gateway } }: { run: Run }) {
  const findings = useList(reconciliation.detail, { reconciliation_id })
  const [resolving, setResolving] = useState<FindingRow | null>(null)
  return (
    <>
      <DataTable
        list={findings}
        noun="chênh lệch"
        columns={[
          { key: 'kind', width: 150 },
          { key: 'order_id', width: 190, cell: (row) => <Mono>{row.order_id}</Mono> },
          { key: 'our_amount', width: 124 },
          { key: 'their_amount', width: 124 },
          { key: 'detail', width: 300 },
          { key: 'withdrawal_code', width: 110, cell: (row) => <Withdrawal row={row} gateway={gateway} /> },
          { key: 'resolution', width: 220, cell: (row) => <Conclusion row={row} /> },
          { key: 'trans_id', width: 140 },
          { key: 'resolved_by_name', width: 130, hidden: true },
          { key: 'resolved_at', hidden: true },
        ]}
        onOpen={setResolving}
        acts={(row) => [
          {
            call: reconciliation.resolve,
            label: row.resolution === null ? 'Ghi kết luận' : 'Sửa kết luận',
            icon: 'pencil',
            run: () => setResolving(row),
          },
        ]}
        search={<SearchBar list={findings} keyword="Mã lệnh chi, mã GD, mã rút tiền" filters={['kind', 'is_open']} />}
      />
      {resolving && <ResolveDialog finding={resolving} onClose={() => setResolving(null)} />}
    </>
  )
}

const nameOf = ({ gateway, day }: Run) =>
  `${textOf(infoOf(Reconciliation.shape.gateway), gateway)} ngày ${dayText(day)}`

function Sums({ run }: { run: Run }) {
  if (run.status === runStatus.unanswered)
    return (
      <Banner kind="warning" title="Không đối soát được">
        {run.reason} Hệ thống tự hỏi lại sau ít phút.
      </Banner>
    )
  if (run.our_count === null || run.their_count === null) return null
  const totals = [
    side('Hệ thống', run.our_count, run.our_amount),
    side('Cổng chi trả', run.their_count, run.their_amount),
  ]
  if (run.status === runStatus.agrees)
    return (
      <Banner kind="success" title="Hai bên khớp">
        {totals.join(' · ')}
      </Banner>
    )
  return <Text tone="muted">{totals.join(' · ')}</Text>
}

const side = (party: string, count: number, amount: number | null) =>
  `${party}: ${numberText(count)} lệnh, ${textOf(infoOf(Reconciliation.shape.our_amount), amount)}`

function Withdrawal({ row, gateway }: { row: FindingRow; gateway: Run['gateway'] }) {
  const target = row.withdrawal_id === null ? null : withdrawalTarget(gateway, row.withdrawal_id)
  return <TargetLink target={target}>{row.withdrawal_code}</TargetLink>
}

function Conclusion({ row: { resolution } }: { row: FindingRow }) {
  if (resolution !== null) return resolution
  return (
    <Text as="span" tone="amber">
      Chưa có
    </Text>
  )
}
