/** The actions on a statement, for the list and the drawer, with their dialogs. */
import { useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { useRights } from '#web/session/rights.ts'
import { lazyPart, loadPatiently } from '#web/ui/base/lazy-part.tsx'
import type { Question } from '#web/ui/dialog/confirm-dialog.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { dayText } from '#web/value/format.ts'
import type { DisputeDialogProps } from './dispute-dialog.screen.tsx'
import {
  partnerStatement,
  statementStatus,
  type StatementDetailRow,
  type StatementRow,
} from './partner-statement.contract.ts'
import { debtText, sideOf, whyNotCancel, whyNotConfirm, whyNotDispute } from './statement.rules.ts'

const StatementPaper = lazyPart(() => import('./statement-paper.screen.tsx'))
const DisputeDialog = lazyPart(() => import('./dispute-dialog.screen.tsx'))

export const invalidates = ['cms/partner_payment']

export function useStatementActs() {
  const { me } = useRights()
  const [cancelled, setCancelled] = useState<StatementRow | null>(null)
  const [printed, setPrinted] = useState<StatementRow | null>(null)
  const [dispute, setDispute] = useState<Omit<DisputeDialogProps, 'onClose'> | null>(null)
  const confirmation = useAct(partnerStatement.confirm, {
    success: (_, { status, statement_code }) =>
      status === statementStatus.confirmed
        ? `Hai bên đã xác nhận: ${statement_code} đã chốt và ghi sổ.`
        : `Đã xác nhận ${statement_code}, chờ bên kia.`,
    invalidates,
  })

  /** The actions in the list; confirming is not one of them, because the figures are not shown there. */
  const actsOf = (row: StatementRow): RowAct[] => [
    { call: partnerStatement.detail, label: 'Bản in A4', icon: 'document', run: () => setPrinted(row) },
    { call: partnerStatement.file, label: 'Tải Excel', icon: 'download', run: () => void saveStatement(row) },
    {
      call: partnerStatement.cancel,
      label: 'Hủy bảng',
      icon: 'close',
      danger: true,
      whyNot: whyNotCancel(row, me),
      run: () => setCancelled(row),
    },
  ]
  const actsOfDetail = (row: StatementDetailRow): RowAct[] => [
    {
      call: partnerStatement.confirm,
      label: sideOf(me) === 'partner' ? 'Xác nhận cho đại lý' : 'Xác nhận cho trụ sở',
      icon: 'check',
      whyNot: whyNotConfirm(row, me)?.message ?? null,
      confirm: questionOf(row),
      run: () => confirmation.mutate({ statement_id: row.statement_id, digest: row.digest }),
    },
    {
      call: partnerStatement.dispute,
      label: 'Khiếu nại',
      icon: 'alert',
      whyNot: whyNotDispute(row),
      run: () => setDispute({ row, act: 'dispute', line: null }),
    },
    ...actsOf(row),
  ]
  const dialogs = (
    <>
      {cancelled && <CancelDialog row={cancelled} onClose={() => setCancelled(null)} />}
      {printed && <StatementPaper row={printed} onClose={() => setPrinted(null)} />}
      {dispute && <DisputeDialog {...dispute} onClose={() => setDispute(null)} />}
    </>
  )
  return { actsOf, actsOfDetail, openDispute: setDispute, dialogs }
}

function questionOf(row: StatementDetailRow): Question {
  const { figures, statement_code, partner_name, from_date, to_date } = row
  return {
    title: `Xác nhận ${statement_code}`,
    message: (
      <Stack gap={2}>
        <Text>{`${partner_name}, từ ${dayText(from_date)} đến ${dayText(to_date)}`}</Text>
        <Text strong>{debtText(figures.closing_debt)}</Text>
        <Text tone="muted">{moneyWords(Math.abs(figures.closing_debt))}</Text>
        <Text>Khi hai bên cùng xác nhận, số liệu được giữ nguyên và công nợ được ghi sổ.</Text>
      </Stack>
    ),
  }
}

/** Loads the code that saves files only when a file is requested. */
async function saveStatement({ statement_id, statement_code }: StatementRow) {
  const { startServerExport } = await loadPatiently(() => import('#web/excel/export/server-export.ts'))
  const title = `Đối soát ${statement_code}`
  const url = `doi-soat-${statement_code}`
  startServerExport({ list: partnerStatement.file, call: partnerStatement.file, input: { statement_id }, title, url })
}

function CancelDialog({ row, onClose }: { row: StatementRow; onClose: () => void }) {
  const { statement_id, statement_code, partner_name } = row
  const cancel = useAct(partnerStatement.cancel, {
    success: `Đã hủy ${statement_code}. Kỳ này lập lại được.`,
    invalidates,
    onDone: onClose,
  })
  return (
    <ReasonDialog
      title={`Hủy bảng ${statement_code}`}
      description={partner_name}
      field={partnerStatement.cancel.input.shape.reason}
      emptyText="Hãy ghi lý do."
      saveLabel="Hủy bảng"
      saving={cancel.pending}
      onSubmit={(reason) => cancel.mutate({ statement_id, reason })}
      onClose={onClose}
    >
      <Text>Các xác nhận của bảng này không còn hiệu lực. Chưa có đồng nào ghi sổ từ bảng này.</Text>
    </ReasonDialog>
  )
}
