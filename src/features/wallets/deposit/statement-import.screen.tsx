/** A bank's statement from a file. */
import { useState } from 'react'
import { useRead, useWrite } from '#web/api.ts'
import { ImportPreview } from '#web/excel/import-preview.tsx'
import { numberText } from '#web/format.ts'
import { send } from '#web/send.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Select } from '#web/ui/select.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { moneyText } from '#contract/money-text.ts'
import { bankTransaction, StatementRow } from './deposit.contract.ts'
import { touched } from '#features/wallets/touched.rules.ts'

type Report = Omit<AnswerOf<typeof bankTransaction.import>, 'refused'>

export default function StatementImport({ onClose }: { onClose: () => void }) {
  const accounts = useRead(bankTransaction.accounts, { page_size: 300 })
  const [bank_config_id, choose] = useState<number | null>(null)
  const { take, report } = useStatement(bank_config_id)
  return (
    <Dialog
      open
      size="xl"
      title="Nhập sao kê từ tệp"
      description="Các dòng đã có được bỏ qua nên có thể nhập lại cùng một tệp mà không bị trùng."
      onClose={onClose}
      footer={<Button onClick={onClose}>Đóng</Button>}
    >
      <Stack gap={4}>
        <Field label="Tài khoản" required>
          <Select
            value={bank_config_id}
            onChange={choose}
            placeholder="Sao kê của tài khoản nào"
            options={(accounts.data?.items ?? []).map((one) => ({
              value: one.bank_config_id,
              label: `${one.bank_name} ${one.account_number} · ${one.account_name}`,
            }))}
          />
        </Field>
        {report && (
          <Banner kind={report.waiting > 0 ? 'warning' : 'success'} title="Đã nhập sao kê">
            {told(report)}
          </Banner>
        )}
        {bank_config_id !== null && (
          <ImportPreview
            key={bank_config_id}
            name="sao-ke"
            noun="sao kê"
            row={StatementRow}
            unique={['reference']}
            send={(rows, { transid }) => take(rows, transid)}
          />
        )}
      </Stack>
    </Dialog>
  )
}

const told = ({ added, known, matched, matched_amount, waiting }: Report) =>
  `${numberText(added)} dòng mới: ${numberText(matched)} tự khớp, ${moneyText(matched_amount)} vào ví; ` +
  `${numberText(waiting)} cần xử lý. ${numberText(known)} dòng đã có từ trước.`

/** Says of each piece what it will do before it is done, and adds up what was done. */
function useStatement(bank_config_id: number | null) {
  const [report, setReport] = useState<Report | null>(null)
  // The import's own screen tells what went wrong.
  const write = useWrite(bankTransaction.import, { touches: touched, onFailure: () => {} })

  async function take(rows: NonNullable<Parameters<typeof write.mutateAsync>[0]>['rows'], transid: string) {
    const input = { bank_config_id: bank_config_id!, rows }
    const { refused: _, ...expected } = await send(bankTransaction.importPreview, input)
    const title = `Nhập ${numberText(rows.length)} dòng sao kê?`
    if (expected.added > 0 && !(await confirm({ title, message: told(expected), confirmLabel: 'Nhập' })))
      throw new Error('Bạn đã dừng, các dòng này chưa được nhập.')
    const { refused, ...done } = await write.mutateAsync(input, { transid })
    setReport((before) => (before ? sum(before, done) : done))
    return refused
  }
  return { take, report }
}

const sum = (a: Report, b: Report): Report => ({
  added: a.added + b.added,
  known: a.known + b.known,
  matched: a.matched + b.matched,
  matched_amount: a.matched_amount + b.matched_amount,
  waiting: a.waiting + b.waiting,
})
