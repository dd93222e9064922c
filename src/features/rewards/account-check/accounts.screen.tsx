/** One batch: its progress, and its accounts with the telecom's answers. */
import { ActButtons } from '#web/action/act-buttons.tsx'
import { useRead } from '#web/call/api.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { useList } from '#web/list/use-list.ts'
import { progress_interval_ms } from '#web/list/use-reload-while.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { momentText, numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'
import { PartsBar } from '#web/ui/message/parts-bar.tsx'
import { LetterText } from '#web/ui/show/letter-compare.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { show } from '#web/value/kinds.tsx'
import { infoOf } from '#contract/schema.ts'
import { AccountCheck, accountCheck, accountStatus, checkStatus } from './account-check.contract.ts'
import { isClose, lettersOf } from './account-name.rules.ts'
import type { AccountDetailProps } from './account-detail.screen.tsx'
import { Outcome, type Account } from './account-row.screen.tsx'
import { OutcomeFilter, useBatchReload } from '#features/rewards/running-batch.screen.tsx'
import { useBatchActs } from './batch-acts.screen.tsx'

const AccountDetail = lazyPart(() => import('./account-detail.screen.tsx'), {
  mountWhen: ({ record }: AccountDetailProps) => record.id !== null,
})

type Progress = Pick<AnswerOf<typeof accountCheck.detail>, 'batch' | 'recent_count'>

export default function Accounts({ batch_id, onBack }: { batch_id: number; onBack: () => void }) {
  const batchInput = { batch_id, page_size: 10, part: 'rows' } as const
  const read = useRead(accountCheck.detail, batchInput)
  const isRunning = read.data && read.data.batch.status === checkStatus.running
  useRead(accountCheck.detail, batchInput, isRunning ? { every_ms: progress_interval_ms } : {})
  const list = useList(accountCheck.detail, { batch_id })
  useBatchReload(isRunning, list)
  const record = useOpenRecord<Account>(list, 'item', (row) => row.item_id)
  return (
    <Stack gap={3} fill>
      <Row gap={3}>
        <Button icon="arrow-left" size="sm" onClick={onBack}>
          Các lô
        </Button>
        {read.data && <BatchName batch={read.data.batch} />}
      </Row>
      <ReadFallback read={read} lines={2} />
      {read.data && <BatchProgress {...read.data} />}
      {read.data && (
        <DataTable
          list={list}
          noun="tài khoản"
          columns={[
            { key: 'msisdn', width: 120 },
            { key: 'cust_name', width: 200 },
            { key: 'account_name', width: 220, cell: (row) => <GivenName row={row} /> },
            { key: 'status', width: 210, cell: (row) => <Outcome row={row} /> },
            { key: 'result_message', width: 230 },
            { key: 'tries', width: 92, hidden: true },
            { key: 'checked_at', width: 150, hidden: true },
            { key: 'result_code', width: 120, hidden: true },
          ]}
          onOpen={record.open}
          isOpen={record.isOpen}
          queues={<OutcomeFilter list={list} outcomes={outcomesOf(read.data.batch)} />}
          search={<SearchBar list={list} keyword="SĐT, tên" />}
        />
      )}
      <AccountDetail record={record} batch_id={batch_id} />
    </Stack>
  )
}

function BatchName({ batch }: Pick<Progress, 'batch'>) {
  const actsOf = useBatchActs()
  return (
    <>
      <Heading level={2}>{batch.name}</Heading>
      <Mono>{batch.batch_code}</Mono>
      {show(infoOf(AccountCheck.shape.status), batch.status)}
      <ActButtons acts={actsOf(batch)} />
    </>
  )
}

const label = (name: keyof typeof AccountCheck.shape) => infoOf(AccountCheck.shape[name])!.label

function BatchProgress({ batch, recent_count }: Progress) {
  const done = batch.item_count - batch.waiting_count
  return (
    <Panel>
      <Stack gap={3}>
        <Row justify="between">
          <Text strong size="lg">
            {`${numberText(done)} / ${numberText(batch.item_count)}`}
          </Text>
          <Text tone="muted">{pace(batch, recent_count)}</Text>
        </Row>
        <PartsBar
          label="Tiến độ kiểm tra"
          text={numberText}
          parts={[
            { name: label('match_count'), count: batch.match_count, tone: 'plain' },
            { name: label('mismatch_count'), count: batch.mismatch_count, tone: 'amber' },
            { name: label('absent_count'), count: batch.absent_count, tone: 'red' },
            { name: label('error_count'), count: batch.error_count, tone: 'orange' },
            { name: label('waiting_count'), count: batch.waiting_count, tone: 'open' },
          ]}
        />
      </Stack>
    </Panel>
  )
}

/** Speed and remaining time, estimated from the last ten seconds. */
function pace({ status, waiting_count, finished_at }: Progress['batch'], recent_count: number): string {
  if (status === checkStatus.paused) return 'Đang tạm dừng, không số nào được gửi đi'
  if (status === checkStatus.done) return finished_at === null ? '' : `Xong lúc ${momentText(finished_at)}`
  if (recent_count === 0) return 'Tắt máy chủ thì lần sau chạy tiếp từ số này'
  const seconds = Math.ceil((waiting_count * 10) / recent_count)
  const time_left = seconds < 60 ? `${seconds} giây` : `${numberText(Math.ceil(seconds / 60))} phút`
  return `${numberText(Math.ceil(recent_count / 10))} số mỗi giây theo giới hạn đối tác · còn khoảng ${time_left} · tắt máy chủ vẫn chạy tiếp`
}

const counts = [
  [accountStatus.mismatch, 'mismatch_count'],
  [accountStatus.absent, 'absent_count'],
  [accountStatus.error, 'error_count'],
  [accountStatus.match, 'match_count'],
  [accountStatus.waiting, 'waiting_count'],
] as const

const outcomesOf = (batch: Progress['batch']) =>
  counts.map(([status, name]) => ({ status, label: label(name), count: batch[name] }))

function GivenName({ row: { status, cust_name, account_name } }: { row: Account }) {
  if (account_name === null) return '–'
  // In another person's name differing letters are not marked.
  const isMarked = status === accountStatus.mismatch && isClose(cust_name, account_name)
  return isMarked ? <LetterText places={lettersOf(cust_name, account_name)} /> : account_name
}
