import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { show } from '#web/value/kinds.tsx'
import { Records } from '#web/record/records.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import type { Call, InputOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { banks } from '#features/partners/bank/bank-choices.screen.tsx'
import { bank } from '#features/partners/bank/bank.contract.ts'
import { bankAccount } from './bank-account.contract.ts'
import type { PayableAccount } from './vietqr.screen.tsx'

const VietQrDialog = lazyPart(() => import('./vietqr.screen.tsx'))

interface BankAccountRow extends PayableAccount {
  account_type: number
  status: number
}

export interface BankAccountsProps<B extends BankAccountRow, D extends Call<'write'>> {
  rows: readonly B[]
  add: Call<'write'>
  update: Call<'write'>
  remove: D
  /** The owner's key: { pos_id }. */
  owner: Record<string, number>
  /** The key of one account: { pos_bank_id }. */
  keyOf: (row: B) => InputOf<D> & Record<string, number>
}

/**
 * The bank accounts of a partner or a point of sale, within its details, with their VietQR; the owner's calls add,
 * change and delete them.
 */
export function BankAccounts<B extends BankAccountRow, D extends Call<'write'>>({
  rows,
  add,
  update,
  remove,
  owner,
  keyOf,
}: BankAccountsProps<B, D>) {
  const [qrAccount, setQrAccount] = useState<B | null>(null)
  const editor = useEditor({ add, update, blank: { ...owner, status: 1 } })
  const deletion = useAct(remove, { success: 'Đã xóa tài khoản ngân hàng.' })
  return (
    <>
      <Records
        noun="tài khoản ngân hàng"
        icon="bank"
        rows={rows}
        itemOf={(row) => ({
          key: Object.values(keyOf(row)).join(),
          title: row.short_name,
          badge: show(infoOf(bankAccount.status), row.status),
          lines: [accountText(row), show(infoOf(bankAccount.account_type), row.account_type)],
        })}
        add={{ call: add, run: () => editor.open() }}
        acts={(row) => [
          { call: bank.list, label: 'Mã VietQR', icon: 'grid', run: () => setQrAccount(row) },
          { call: update, label: 'Sửa', icon: 'pencil', run: () => editor.open(row) },
          {
            call: remove,
            label: 'Xóa',
            icon: 'trash',
            danger: true,
            run: () => deletion.mutate(keyOf(row)),
            confirm: `Xóa tài khoản ${row.account_number} tại ${row.short_name}?`,
          },
        ]}
      />
      <Editor
        editor={editor}
        noun="tài khoản ngân hàng"
        subject={accountText}
        fields={Object.keys(bankAccount)}
        choices={{ bank_id: banks }}
        hints={{ account_type: 'Mỗi loại chỉ có một tài khoản', account_number: 'Không lưu trong bản nháp' }}
      />
      {qrAccount && <VietQrDialog account={qrAccount} onClose={() => setQrAccount(null)} />}
    </>
  )
}

function accountText({ account_number, account_name }: PayableAccount): string {
  return `${account_number} · ${account_name}`
}
