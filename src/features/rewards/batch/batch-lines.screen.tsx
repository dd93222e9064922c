/** One batch: its progress, its funds, and the state of each reward. */
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { ActButtons } from '#web/action/act-buttons.tsx'
import { useRead } from '#web/call/api.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { useList } from '#web/list/use-list.ts'
import { progress_interval_ms } from '#web/list/use-reload-while.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { signedText } from '#web/record/facts.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { Signals } from '#web/record/signals.tsx'
import { momentText, numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { PartsBar } from '#web/ui/message/parts-bar.tsx'
import { batchStatus, itemStatus, RewardBatch, rewardBatch } from './batch.contract.ts'
import { OutcomeFilter, useBatchReload } from '#features/rewards/running-batch.screen.tsx'
import { useBatchActs } from './batch-acts.screen.tsx'
import type { BatchLineProps } from './batch-line.screen.tsx'
import { BatchState, type BatchLine } from './batch-row.screen.tsx'
import { lineSignals } from './batch.rules.ts'

const LineDetail = lazyPart(() => import('./batch-line.screen.tsx'), {
  mountWhen: ({ record }: BatchLineProps) => record.id !== null,
})

type Detail = AnswerOf<typeof rewardBatch.detail>

export default function BatchLines({ batch_id, onBack }: { batch_id: number; onBack: () => void }) {
  const batchInput = { batch_id, page_size: 10, part: 'rows' } as const
  const read = useRead(rewardBatch.detail, batchInput, { live: true })
  const isRunning = read.data && read.data.batch.status === batchStatus.running
  useRead(rewardBatch.detail, batchInput, isRunning ? { every_ms: progress_interval_ms } : {})
  const list = useList(rewardBatch.detail, { batch_id })
  useBatchReload(isRunning, list)
  // The answer with the shown rows, which the list has requested.
  const lines = useRead(rewardBatch.detail, { ...list.input, batch_id, part: 'rows' })
  const record = useOpenRecord<BatchLine>(list, 'item', (row) => row.item_id)
  return (
    <Stack gap={3} fill>
      <Row gap={3}>
        <Button icon="arrow-left" size="sm" onClick={onBack}>
          Các lô
        </Button>
        {read.data && <BatchName batch={{ ...read.data.batch, seen: (lines.data ?? read.data).batch.seen }} />}
      </Row>
      <ReadFallback read={read} lines={2} />
      {read.data && <Progress {...read.data} />}
      {read.data && (
        <DataTable
          list={list}
          noun="giao dịch"
          columns={[
            { key: 'reward_code', width: 112 },
            { key: 'cust_name', width: 170 },
            { key: 'msisdn', width: 116 },
            { key: 'form', width: 116 },
            { key: 'prizes', width: 180 },
            { key: 'net', width: 124 },
            { key: 'status', width: 120 },
            {
              key: 'trouble',
              head: 'Dấu hiệu',
              width: 210,
              excel: ['trouble'],
              cell: (row) => <Signals signals={lineSignals(row)} wrap={false} />,
            },
            { key: 'message', width: 240 },
            { key: 'trans_id', width: 150 },
            { key: 'order_id', width: 150, hidden: true },
            { key: 'account_number', width: 140, hidden: true },
            { key: 'account_name', width: 150, hidden: true },
            { key: 'gross', width: 124, hidden: true },
            { key: 'tax', width: 108, hidden: true },
            { key: 'ended_at', width: 150, hidden: true },
          ]}
          onOpen={record.open}
          isOpen={record.isOpen}
          queues={<OutcomeFilter list={list} outcomes={outcomesOf(read.data.batch)} />}
          search={<SearchBar list={list} keyword="Mã, vé, SĐT, tên" />}
        />
      )}
      <LineDetail record={record} batch_id={batch_id} batch={read.data?.batch} />
    </Stack>
  )
}

function BatchName({ batch }: { batch: Detail['batch'] }) {
  const { actsOf, dialogs } = useBatchActs()
  const [hasHistory, setHistory] = useState(false)
  return (
    <>
      <Heading level={2}>{batch.name}</Heading>
      <Mono>{batch.batch_code}</Mono>
      <BatchState batch={batch} />
      <ActButtons acts={actsOf(batch)} />
      <Button size="sm" variant="quiet" icon="history" onClick={() => setHistory(true)}>
        Lịch sử
      </Button>
      {hasHistory && (
        <HistoryDrawer
          table="reward_batch"
          id={batch.batch_id}
          title={batch.batch_code}
          onClose={() => setHistory(false)}
        />
      )}
      {dialogs}
    </>
  )
}

const label = (name: keyof typeof RewardBatch.shape) => infoOf(RewardBatch.shape[name])!.label

function Progress({ batch, needs }: Detail) {
  const { status, reason, missing } = batch
  return (
    <Panel>
      <Stack gap={3}>
        <Row justify="between">
          <Text strong size="lg">
            {`${moneyText(batch.paid_net)} / ${moneyText(batch.net)}`}
          </Text>
          <Text tone="muted">{storyOf(batch)}</Text>
        </Row>
        <PartsBar
          label="Tiến độ trả thưởng"
          text={numberText}
          parts={[
            { name: label('paid_count'), count: batch.paid_count, tone: 'plain' as const },
            { name: label('failed_count'), count: batch.failed_count, tone: 'red' as const },
            { name: label('unknown_count'), count: batch.unknown_count, tone: 'orange' as const },
            { name: label('pushing_count'), count: batch.pushing_count, tone: 'amber' as const },
            { name: label('out_count'), count: batch.out_count, tone: 'open' as const },
            { name: label('waiting_count'), count: batch.waiting_count, tone: 'open' as const },
          ].filter(({ count }) => count > 0)}
        />
        {status === batchStatus.stopped && reason !== null && (
          <Banner
            kind="warning"
            title={missing === null ? 'Lô đã dừng' : `Lô đã dừng, quỹ thiếu ${moneyText(missing)}`}
          >
            {reason}
          </Banner>
        )}
        {needs.map((need) => (
          <FundLine key={need.fund_name} {...need} />
        ))}
      </Stack>
    </Panel>
  )
}

/** A fund before and after the batch, 'Quỹ trả thưởng 812.400.000 đ − 3.400.000 đ = 809.000.000 đ', or the missing amount. */
function FundLine({ fund_name, needed, free }: Detail['needs'][number]) {
  if (free === null) return <Text tone="danger">{`${fund_name}: chưa cấu hình cổng chi trả.`}</Text>
  const remainder = free - needed
  return (
    <Text tone={remainder < 0 ? 'danger' : 'muted'}>
      {remainder < 0
        ? `${fund_name} cần ${moneyText(needed)}, còn dùng được ${moneyText(free)}, thiếu ${moneyText(-remainder)}`
        : `${fund_name} ${moneyText(free)} − ${moneyText(needed)} = ${moneyText(remainder)}`}
    </Text>
  )
}

/** Who approved the batch and when, and what happens next. */
function storyOf(batch: Detail['batch']): string {
  const { status, is_auto, first_by_name, first_at, approved_by_name, approved_at, finished_at, reserved } = batch
  if (status === batchStatus.running) return `Đang dành ${moneyText(reserved)} trong quỹ · tắt máy chủ vẫn trả tiếp`
  const parts = [
    is_auto ? 'Tự động theo quy tắc' : null,
    signedText(first_by_name, first_at),
    signedText(approved_by_name, approved_at),
    finished_at && `xong ${momentText(finished_at)}`,
  ].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' · ') : 'Chưa ai duyệt, chưa có đồng nào rời quỹ'
}

const counts = [
  [itemStatus.waiting, 'waiting_count'],
  [itemStatus.paid, 'paid_count'],
  [itemStatus.failed, 'failed_count'],
  [itemStatus.unknown, 'unknown_count'],
  [itemStatus.out, 'out_count'],
] as const

const outcomesOf = (batch: Detail['batch']) =>
  counts.map(([status, name]) => ({ status, label: label(name), count: batch[name] }))
