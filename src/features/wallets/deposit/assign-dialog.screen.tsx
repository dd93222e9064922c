/** Money that names no request goes to the wallet of the customer who sent it. */
import { useState } from 'react'
import { useAct } from '#web/act.tsx'
import { phoneText } from '#web/format.ts'
import { ReasonField, useReason } from '#web/reason-field.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { useChoices } from '#web/use-choices.ts'
import { infoOf } from '#contract/schema.ts'
import type { BankLineRow } from './deposit-rows.screen.tsx'
import { LineFacts } from './beside.screen.tsx'
import { bankTransaction, Deposit } from './deposit.contract.ts'
import { SecondPerson } from './second-person.screen.tsx'
import { touched } from '#features/wallets/touched.rules.ts'

const asked = {
  field: bankTransaction.assign.input.shape.note,
  ask: 'Hãy ghi lý do.',
  hint: 'Vì sao là tiền của khách này',
}

export default function AssignDialog({ line, onClose }: { line: BankLineRow; onClose: () => void }) {
  const [account_id, choose] = useState<number | null>(null)
  const reason = useReason(asked)
  const wallets = useChoices(
    bankTransaction.wallets,
    (row) => ({ value: row.account_id, label: row.full_name, detail: phoneText(row.msisdn) }),
    { chosen: account_id === null ? [] : [account_id] },
  )
  const assign = useAct(bankTransaction.assign, {
    done: `Đã gán giao dịch ${line.reference} cho ví.`,
    touches: touched,
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
          <Combobox value={account_id} onChange={choose} placeholder="Tên hoặc SĐT" {...wallets} />
        </Field>
        <ReasonField reason={reason} />
        <SecondPerson amount={line.credit ?? 0} />
      </Stack>
    </Dialog>
  )
}
