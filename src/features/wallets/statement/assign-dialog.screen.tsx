/** Assigns money that names no request to the wallet of the customer who sent it. */
import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { phoneText } from '#web/value/format.ts'
import { ReasonField, useReason } from '#web/action/reason-field.tsx'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { useChoices } from '#web/choices/use-choices.ts'
import { infoOf } from '#contract/schema.ts'
import { Deposit } from '#features/wallets/deposit/deposit.contract.ts'
import { SecondPerson } from '#features/wallets/deposit/second-person.screen.tsx'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { LineFacts } from './comparison.screen.tsx'
import type { BankLineRow } from './line-row.screen.tsx'
import { statement } from './statement.contract.ts'

const question = {
  field: statement.assign.input.shape.note,
  emptyText: 'Hãy ghi lý do.',
  hint: 'Vì sao là tiền của khách này',
}

export default function AssignDialog({ line, onClose }: { line: BankLineRow; onClose: () => void }) {
  const [account_id, setAccountId] = useState<number | null>(null)
  const reason = useReason(question, `Gán tiền về ${line.bank_transaction_id}`)
  const wallets = useChoices(
    statement.wallets,
    (row) => ({
      value: row.account_id,
      label: row.full_name,
      detail: phoneText(row.msisdn),
      whyNot: !row.is_open && `${phoneText(row.msisdn)} · Đã khóa`,
    }),
    { chosen: account_id === null ? [] : [account_id] },
  )
  const assign = useAct(statement.assign, {
    success: `Đã gán giao dịch ${line.reference} cho ví.`,
    invalidates: money_lists,
    onDone: onClose,
  })
  const { bank_transaction_id, version } = line
  return (
    <Dialog
      open
      onClose={onClose}
      title="Gán tiền về cho ví"
      dirty={account_id !== null || reason.changed}
      saveLabel="Gán cho ví"
      saving={assign.pending}
      saveWhyNot={account_id === null ? 'Chưa chọn ví.' : reason.whyNot}
      onSubmit={() =>
        account_id !== null && assign.mutate({ bank_transaction_id, version, account_id, note: reason.text })
      }
    >
      <Stack gap={4}>
        <LineFacts line={line} />
        <Field label={infoOf(Deposit.shape.account_id)!.label} required>
          <Combobox value={account_id} onChange={setAccountId} placeholder="Tên hoặc SĐT" {...wallets} />
        </Field>
        <ReasonField reason={reason} />
        <SecondPerson amount={line.credit ?? 0} />
      </Stack>
    </Dialog>
  )
}
