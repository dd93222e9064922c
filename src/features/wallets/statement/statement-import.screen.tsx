/** Imports a bank's statement from a file. */
import { useState } from 'react'
import { useRead, useWrite } from '#web/call/api.ts'
import { ImportDialog } from '#web/excel/import/import-dialog.tsx'
import { numberText } from '#web/value/format.ts'
import { send } from '#web/call/send.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { SheetError } from '#contract/sheet/sheet-error.ts'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { statement, StatementRow } from './statement.contract.ts'

type Report = Omit<AnswerOf<typeof statement.import>, 'refused' | 'same'>

export default function StatementImport({ onClose }: { onClose: () => void }) {
  const accounts = useRead(statement.accounts, { page_size: 300 })
  const [bank_config_id, setBankConfigId] = useState<number | null>(null)
  const { tryRows, take, expected, report } = useStatement(bank_config_id)
  return (
    <ImportDialog
      key={bank_config_id}
      title="Nhập sao kê từ tệp"
      description="Các dòng đã có được bỏ qua nên có thể nhập lại cùng một tệp mà không bị trùng."
      above={
        <>
          <Field label="Tài khoản" required>
            <Select
              value={bank_config_id}
              onChange={setBankConfigId}
              placeholder="Sao kê của tài khoản nào"
              options={(accounts.data?.items ?? []).map((account) => ({
                value: account.bank_config_id,
                label: `${account.bank_name} ${account.account_number} · ${account.account_name}`,
              }))}
            />
          </Field>
          {expected && !report && (
            <Banner kind="info" title="Nếu nhập tệp này">
              {reportText(expected)}
            </Banner>
          )}
          {report && (
            <Banner kind={report.waiting > 0 ? 'warning' : 'success'} title="Đã nhập sao kê">
              {reportText(report)}
            </Banner>
          )}
        </>
      }
      name="sao-ke"
      noun="sao kê"
      row={StatementRow}
      unique={['reference']}
      tryRows={tryRows}
      send={(rows, { transid }) => take(rows, transid)}
      onClose={onClose}
    />
  )
}

const reportText = ({ added, known, matched, matched_amount, waiting }: Report) =>
  `${numberText(added)} dòng mới: ${numberText(matched)} tự khớp, ${moneyText(matched_amount)} vào ví; ` +
  `${numberText(waiting)} cần xử lý. ${numberText(known)} dòng đã có từ trước.`

type Rows = InputOf<typeof statement.import>['rows']

/** Previews and imports part by part, and adds up the reports. */
function useStatement(bank_config_id: number | null) {
  const [trial, setTrial] = useState<{ of: AbortSignal; report: Report } | null>(null)
  const [report, setReport] = useState<Report | null>(null)
  // Errors are shown by the import screen itself.
  const write = useWrite(statement.import, { invalidates: money_lists, onFailure: () => {} })

  async function tryRows(rows: Rows, signal: AbortSignal) {
    if (bank_config_id === null) throw new SheetError('Hãy chọn tài khoản của sao kê trước.')
    const { refused, same, ...would } = await send(statement.importPreview, { bank_config_id, rows }, { signal })
    // Each preview of the file starts from zero.
    setTrial((storedTrial) => ({
      of: signal,
      report: storedTrial?.of === signal ? sum(storedTrial.report, would) : would,
    }))
    return { refused, same }
  }
  async function take(rows: Rows, transid: string) {
    const {
      refused,
      same: _,
      ...done
    } = await write.mutateAsync({ bank_config_id: bank_config_id!, rows }, { transid })
    setReport((storedReport) => (storedReport ? sum(storedReport, done) : done))
    return refused
  }
  return { tryRows, take, expected: trial?.report, report }
}

const sum = (a: Report, b: Report): Report => ({
  added: a.added + b.added,
  known: a.known + b.known,
  matched: a.matched + b.matched,
  matched_amount: a.matched_amount + b.matched_amount,
  waiting: a.waiting + b.waiting,
})
