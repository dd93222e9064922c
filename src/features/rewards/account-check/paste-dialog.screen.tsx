/** Creates a batch from a typed or pasted list. */
import { useState } from 'react'
import { useWrite } from '#web/call/api.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { TextArea } from '#web/ui/field/text-area.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { numberText } from '#web/value/format.ts'
import { accountCheck } from './account-check.contract.ts'
import { pastedAccounts } from './pasted-accounts.rules.ts'
import { defaultName, sendPieces, type Batch } from './send-pieces.screen.tsx'

interface PasteDialogProps {
  onAdded: (batch_id: number) => void
  onClose: () => void
}

const max_faults_shown = 5

export default function PasteDialog({ onAdded, onClose }: PasteDialogProps) {
  const [name, setName] = useState(defaultName)
  // Never stored in the browser: it is accounts and names of customers.
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // The batch with the parts that were sent before one failed.
  const [batch, setBatch] = useState<Batch | null>(null)
  const create = useWrite(accountCheck.create, { onFailure: () => {} })
  const { accounts, faults } = pastedAccounts(text)
  const problem =
    accounts.length === 0
      ? 'Hãy dán danh sách tài khoản.'
      : faults.length > 0
        ? 'Hãy sửa các dòng chưa đọc được.'
        : null
  async function submit() {
    setSending(true)
    setFailure(null)
    try {
      const list = { name, rows: accounts, batch_id: batch?.batch_id }
      const { batch_id, batch_code, item_count } = await sendPieces(create.mutateAsync, list, setBatch)
      toast.success(`Đã tạo lô ${batch_code}, đang kiểm tra ${numberText(item_count)} tài khoản.`)
      onAdded(batch_id)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Chưa tạo được lô.')
      setSending(false)
    }
  }
  return (
    <Dialog
      open
      size="lg"
      title="Lô kiểm tra mới"
      description="Mỗi dòng một số điện thoại và tên chủ tài khoản mong đợi; cách nhau bởi tab, dấu phẩy hoặc khoảng trắng."
      dirty={text !== ''}
      saving={isSending}
      saveLabel={accounts.length > 0 ? `Kiểm tra ${numberText(accounts.length)} tài khoản` : 'Kiểm tra'}
      saveWhyNot={name.trim() === '' ? 'Hãy đặt tên cho lô.' : problem}
      onSubmit={() => void submit()}
      onClose={() => (batch === null ? onClose() : onAdded(batch.batch_id))}
    >
      <Stack>
        {failure !== null && <Banner kind="error">{batch === null ? failure : `${failure} ${sentText(batch)}`}</Banner>}
        <Field label="Tên lô" required>
          <TextInput value={name} onChange={setName} maxLength={100} disabled={batch !== null} />
        </Field>
        <Field label="Danh sách" required error={faults.length > 0 ? faultsText(faults) : undefined}>
          <TextArea rows={12} value={text} onChange={setText} placeholder="0982 664 019  Nguyễn Thị Mỹ Châu" />
        </Field>
      </Stack>
    </Dialog>
  )
}

function sentText({ batch_code, item_count }: Batch): string {
  return `${numberText(item_count)} tài khoản đã vào lô ${batch_code} và đang được kiểm tra; gửi lại thì chỉ thêm những tài khoản chưa có trong lô.`
}

function faultsText(faults: ReturnType<typeof pastedAccounts>['faults']): string {
  const texts = faults.slice(0, max_faults_shown).map(({ line, error }) => `Dòng ${line}: ${error}`)
  const more = faults.length - texts.length
  return `${[...texts, ...(more > 0 ? [`và ${more} dòng nữa`] : [])].join('; ')}.`
}
