/** The foot of the dialog: the acts on the order, and the next order. */
import { useEffect, useMemo } from 'react'
import { useAct, runAct, type RowAct } from '#web/action/act.tsx'
import { useWrite } from '#web/call/api.ts'
import { useSecond } from '#web/call/clock.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Spacer } from '#web/ui/layout/layout.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { whyNot } from './process.rules.ts'
import { callsOf, invalidated, useSummary, type ProcessDetailRow, type QueueTexts } from './process-parts.screen.tsx'

export interface FootProps {
  row: ProcessDetailRow
  texts: QueueTexts
  report: RowAct
  onOpen: (process_id: number | null) => void
}

/** For an order that the person has not taken. */
export function TakeFoot({ row, texts: { page }, report, onOpen }: FootProps) {
  const { me, can } = useRights()
  const calls = useMemo(() => callsOf(page), [page])
  const take = useAct(calls.take, { success: 'Đã nhận đơn.', invalidates: invalidated })
  return (
    <>
      <ActButton act={report} />
      <Spacer />
      <Button onClick={() => onOpen(null)}>Đóng</Button>
      {can(calls.take) && (
        <Button
          variant="primary"
          icon="check"
          busy={take.pending}
          whyNot={whyNot('take', row, me.user_id)?.message}
          onClick={() => take.mutate({ process_ids: [row.process_id] })}
        >
          Nhận đơn này
        </Button>
      )}
    </>
  )
}

interface FinishFootProps extends FootProps {
  finishButton: React.RefObject<HTMLButtonElement | null>
}

/** For an order that the person has taken. */
export function FinishFoot({ row, texts, report, onOpen, finishButton }: FinishFootProps) {
  const { me, can } = useRights()
  const { process_id } = row
  const process_ids = [process_id]
  const calls = useMemo(() => callsOf(texts.page), [texts])
  const { data: summary } = useSummary(texts.handling)
  const release = useAct(calls.release, {
    success: 'Đã trả đơn lại hàng đợi.',
    invalidates: invalidated,
    onDone: () => onOpen(null),
  })
  const { finish, finishAndNext, busy } = useFinish(process_id, texts, onOpen)
  // The focus stays in the dialog when its order changes, so that a pasted photo is received.
  useEffect(() => finishButton.current?.focus(), [finishButton])
  const whyNotFinish = whyNot('finish', row, me.user_id)?.message
  const isLast = summary?.waiting === 0
  return (
    <>
      {can(calls.release) && (
        <Button icon="undo" busy={release.pending} onClick={() => release.mutate({ process_ids })}>
          Trả lại hàng đợi
        </Button>
      )}
      <ActButton act={report} />
      <RenewButton row={row} texts={texts} />
      <Spacer />
      {can(calls.finish) && !isLast && (
        <Button whyNot={whyNotFinish} busy={busy} onClick={() => finish.mutate({ process_ids })}>
          Hoàn thành
        </Button>
      )}
      {can(calls.finish) && (
        <Button
          ref={finishButton}
          variant="primary"
          icon="check"
          whyNot={whyNotFinish}
          busy={busy}
          onClick={() => (isLast ? finish : finishAndNext).mutate({ process_ids })}
        >
          {isLast ? 'Hoàn thành' : 'Hoàn thành, nhận đơn tiếp'}
        </Button>
      )}
    </>
  )
}

function useFinish(process_id: number, { page, handling }: QueueTexts, onOpen: FootProps['onOpen']) {
  const calls = useMemo(() => callsOf(page), [page])
  const takeNext = useWrite(calls.takeNext, {
    invalidates: invalidated,
    onSuccess: (answer) => {
      if (answer.process_id === null) toast.info('Không còn đơn nào chờ nhận.')
      onOpen(answer.process_id)
    },
  })
  const finished = { success: `Đã hoàn thành đơn ${process_id}.`, invalidates: invalidated }
  const finish = useAct(calls.finish, { ...finished, onDone: () => onOpen(null) })
  const finishAndNext = useAct(calls.finish, { ...finished, onDone: () => takeNext.mutate({ handling }) })
  return { finish, finishAndNext, busy: finish.pending || finishAndNext.pending || takeNext.pending }
}

/** When the time is over, somebody else may take the order, unless the person takes it anew. */
function RenewButton({ row, texts: { page } }: Pick<FootProps, 'row' | 'texts'>) {
  const { me, can } = useRights()
  const { take } = useMemo(() => callsOf(page), [page])
  const renew = useAct(take, { success: 'Đơn lại được giữ cho bạn.', invalidates: invalidated })
  const now = useSecond() * 1_000
  const is_lapsed = row.hold_until !== null && Date.parse(row.hold_until) <= now
  if (!is_lapsed || !can(take)) return null
  return (
    <Button
      icon="refresh"
      busy={renew.pending}
      whyNot={whyNot('take', { ...row, is_lapsed }, me.user_id)?.message}
      onClick={() => renew.mutate({ process_ids: [row.process_id] })}
    >
      Giữ đơn tiếp
    </Button>
  )
}

function ActButton({ act }: { act: RowAct }) {
  const { can } = useRights()
  if (!can(act.call)) return null
  return (
    <Button {...(act.icon && { icon: act.icon })} whyNot={act.whyNot} onClick={() => void runAct(act)}>
      {act.label}
    </Button>
  )
}
