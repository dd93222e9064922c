/** Money that names no request goes to the wallet of the customer who sent it. */
import { useState } from 'react'
import { useAct } from '#web/act.tsx'
import { phoneText } from '#web/format.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useChoices } from '#web/use-choices.ts'
import { infoOf } from '#contract/fields.ts'
import type { BankLineRow } from './deposit-rows.screen.tsx'
import { LineFacts } from './beside.screen.tsx'
import { bankTransaction, Deposit } from './deposit.contract.ts'
import { noteInfo } from './reason-dialog.screen.tsx'
import { SecondPerson } from './second-person.screen.tsx'
import { touched } from '#features/wallets/touched.rules.ts'

export default function AssignDialog({ line, onClose }: { line: BankLineRow; onClose: () => void }) {
  const [account_id, choose] = useState<number | null>(null)
  const [note, setNote] = useState('')
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
      dirty={account_id !== null || note !== ''}
      saveLabel="Gán cho ví"
      saving={assign.pending}
      saveWhyNot={(account_id === null && 'Chưa chọn ví.') || (note.trim() === '' && 'Hãy ghi lý do.')}
      onSubmit={() => account_id !== null && assign.mutate({ bank_transaction_id, version, account_id, note })}
    >
      <Stack gap={4}>
        <LineFacts line={line} />
        <Field label={infoOf(Deposit.shape.account_id)!.label} required>
          <Combobox value={account_id} onChange={choose} placeholder="Tên hoặc SĐT" {...wallets} />
        </Field>
        <Field label={noteInfo.label} required hint="Vì sao là tiền của khách này">
          <TextArea value={note} onChange={setNote} limit={noteInfo.max ?? 0} rows={2} />
        </Field>
        <SecondPerson amount={line.credit ?? 0} />
      </Stack>
    </Dialog>
  )
}
