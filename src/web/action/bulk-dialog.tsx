/** The dialog of a bulk action: first the dry run's result, then the report, row by row. */
import { useState } from 'react'
import { useRead, useWrite } from '#web/call/api.ts'
import { buttonText, doneText, reportText, skippedText, waitingText, type Report } from './bulk-text.ts'
import type { BulkAction, BulkSetup } from './bulk.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import type { Values } from '#web/list/list-state.ts'
import { ReasonField, useReason } from './reason-field.tsx'
import { Refusal, type SendFailure } from '#web/call/send.ts'
import { unknown_text } from '#web/call/submit.ts'
import { Badge } from '#web/ui/show/badge.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button, type WhyNot } from '#web/ui/action/button.tsx'
import { confirmDiscard } from '#web/ui/dialog/confirm-discard.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { cancelWord } from '#web/ui/dialog/cancel-word.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { OutcomeGroups, type OutcomeGroup, type OutcomeLine } from '#web/ui/show/outcome-groups.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#web/value/format.ts'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { ReadFallback } from '#web/record/fallback.tsx'

interface BulkDialogProps {
  bulk: BulkSetup
  action: BulkAction
  /** Action and rows: the input of the dry run and of the run. */
  input: Values
  noun: string
  /** `ended`: it was carried out, or a retry has changed the selection. */
  onClose: (ended: boolean) => void
}

export default function BulkDialog(props: BulkDialogProps) {
  const { action, input, noun, onClose } = props
  const { run, report, preview, refusal, skipped, isRetry, perform, retrySkipped } = useBulkRun(props)
  const reason = useReason(action.reason, `${action.label} ${JSON.stringify(input.ids ?? input.expected)}`)
  const isNarrow = useNarrow()
  // A cached dry run of an earlier opening is ignored, because rows may have changed since.
  const dryRun = preview.isFetchedAfterMount && preview.error === null ? preview.data : undefined
  const isEnded = report !== null || refusal !== null
  const isDirty = !isEnded && reason.changed
  const close = () => !run.pending && onClose(isEnded || isRetry)
  return (
    <Dialog
      open
      onClose={close}
      title={report ? `${action.label}: kết quả` : action.label}
      size="lg"
      dirty={isDirty}
      footer={
        isEnded ? (
          <>
            {skipped.length > 0 && <Button onClick={retrySkipped}>{`Thử lại ${skipped.length} dòng bị bỏ qua`}</Button>}
            <Button variant="primary" onClick={close}>
              Đóng
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => void closeAfterConfirm(isDirty, close)}>{cancelWord(action.label)}</Button>
            <Button
              variant="primary"
              busy={run.pending}
              whyNot={whyNotRun(dryRun) || reason.whyNot}
              onClick={() => perform(dryRun, reason.text)}
            >
              {buttonText(action, isNarrow ? '' : ` ${noun}`, dryRun)}
            </Button>
          </>
        )
      }
    >
      <Stack>
        {run.pending && run.unknown && <Banner kind="info">{unknown_text}</Banner>}
        {refusal !== null ? (
          <Banner kind="warning">{refusal}</Banner>
        ) : report ? (
          <Outcome summary={reportText(action, noun, report)} rows={report.rows} />
        ) : dryRun ? (
          <OutcomeGroups groups={groupsOf(action, noun, dryRun)} />
        ) : preview.error ? (
          <ReadFallback read={preview} />
        ) : (
          <Skeleton lines={4} />
        )}
        {!isEnded && preview.error === null && !isEmptyRun(dryRun) && <ReasonField reason={reason} />}
      </Stack>
    </Dialog>
  )
}

async function closeAfterConfirm(isDirty: boolean, close: () => void) {
  if (!isDirty || (await confirmDiscard())) close()
}

function whyNotRun(dryRun: Report | undefined): WhyNot {
  if (!dryRun) return 'Chưa có kết quả chạy thử.'
  return isEmptyRun(dryRun) && 'Không có dòng nào để thực hiện.'
}

const isEmptyRun = (dryRun: Report | undefined) => dryRun?.done === 0 && !dryRun.waiting

/** The dry run by outcome: carried out, waiting for a second person, skipped. Rows with signals come first. */
function groupsOf(action: BulkAction, noun: string, dryRun: Report): OutcomeGroup[] {
  const rowsOf = (outcome: ReportRow['outcome']) => dryRun.rows.filter((row) => row.outcome === outcome)
  const done = rowsOf('done').toSorted((one, other) => (other.signals?.length ?? 0) - (one.signals?.length ?? 0))
  const unusual = done.filter(({ signals }) => signals)
  const [waiting, skipped] = [rowsOf('waiting'), rowsOf('skipped')]
  const groups: (OutcomeGroup | false)[] = [
    {
      key: 'done',
      icon: done.length > 0 ? 'check-circle' : 'info',
      tone: done.length > 0 ? 'green' : 'neutral',
      title: doneText('Sẽ', action, noun, dryRun),
      ...(unusual.length > 0 && { detail: `${numberText(unusual.length)} dòng cần xem trước khi duyệt` }),
      lines: done.map(lineOf),
      folded: unusual.length === 0,
    },
    waiting.length > 0 && {
      key: 'waiting',
      icon: 'users',
      tone: 'amber',
      title: waitingText(dryRun),
      detail: 'Bạn duyệt lần một, chưa có gì xảy ra cho đến khi người khác duyệt lần hai.',
      lines: waiting.map(lineOf),
    },
    skipped.length > 0 && {
      key: 'skipped',
      icon: 'minus',
      tone: 'neutral',
      title: skippedText(dryRun),
      lines: skipped.map(lineOf),
    },
  ]
  return groups.filter((group) => group !== false)
}

function lineOf({ id, label, reason, signals, amount }: ReportRow): OutcomeLine {
  const note = reason ?? signals?.join(' · ')
  return { key: id, label, ...(note && { note }), ...(amount != null && { amount: moneyText(amount) }) }
}

/** The state of a bulk action: dry run, run, and a new attempt with the skipped rows. */
function useBulkRun({ bulk, action, input: firstInput }: BulkDialogProps) {
  const [input, setInput] = useState(firstInput)
  const [report, setReport] = useState<Report | null>(null)
  const [refusedMessage, setRefusedMessage] = useState<string | null>(null)
  const run = useWrite(bulk.run, {
    ...(bulk.invalidates && { invalidates: bulk.invalidates }),
    onSuccess: setReport,
    onFailure: (failure, _input, retry) => {
      if (isRefused(failure)) setRefusedMessage(failure.message)
      else showFailure(failure, { retry })
    },
  })
  const isPreview = report === null && refusedMessage === null && !run.pending
  const preview = useRead(bulk.preview, input, { fresh_ms: 0, enabled: isPreview })
  const refusal = refusedMessage ?? (isRefused(preview.error) ? preview.error.message : null)
  const skipped = report?.rows.filter((row) => row.outcome === 'skipped') ?? []

  function perform(dryRun: Report | undefined, reason: string) {
    run.mutate({
      ...input,
      ...(dryRun?.seen && { seen: dryRun.seen }),
      ...(action.reason && { [action.reason.name]: reason }),
    })
  }
  /** Starts again with the skipped rows, because the reasons may no longer apply. */
  function retrySkipped() {
    const { action: value } = input
    setInput({ action: value, ids: skipped.map(({ id }) => id), expected: skipped.length })
    setReport(null)
  }
  return { run, report, preview, refusal, skipped, isRetry: input !== firstInput, perform, retrySkipped }
}

/** Whether the server refused for good; false when its answer did not arrive, or the proof of who asks was cancelled. */
function isRefused(failure: SendFailure | null): failure is Refusal {
  return failure instanceof Refusal && failure.status === 200 && failure.error !== 'proof_required'
}

type ReportRow = Report['rows'][number]

const badges = {
  done: <Badge tone="green">Đã thực hiện</Badge>,
  waiting: <Badge tone="amber">Chờ người thứ hai</Badge>,
  skipped: <Badge tone="neutral">Bỏ qua</Badge>,
}

const columns: readonly Column<ReportRow>[] = [
  { key: 'label', head: 'Dòng', width: 220, grow: true, cell: (row) => row.label },
  {
    key: 'outcome',
    head: 'Kết quả',
    width: 124,
    cell: ({ outcome }) => badges[outcome],
  },
  { key: 'reason', head: 'Lý do', width: 260, grow: true, cell: (row) => row.reason },
]

function Outcome({ summary, rows }: { summary: string; rows: readonly ReportRow[] }) {
  return (
    <>
      <Text strong>{summary}</Text>
      {rows.length > 0 && <Table label="Từng dòng" columns={columns} rows={rows} />}
    </>
  )
}
