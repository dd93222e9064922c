/** Creates a batch from a file of up to fifty thousand numbers. */
import { useRef, useState } from 'react'
import { useWrite } from '#web/call/api.ts'
import { ImportDialog } from '#web/excel/import/import-dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { accountCheck, AccountToCheck } from './account-check.contract.ts'
import { defaultName } from './send-pieces.screen.tsx'

interface FileDialogProps {
  onAdded: (batch_id: number) => void
  onClose: () => void
}

export default function FileDialog({ onAdded, onClose }: FileDialogProps) {
  const [name, setName] = useState(defaultName)
  // The batch that was created with the first part, to which the others are added.
  const batch_id = useRef<number | null>(null)
  const create = useWrite(accountCheck.create, { onFailure: () => {} })
  return (
    <ImportDialog
      title="Lô kiểm tra từ tệp"
      description="Hai cột SĐT và Tên mong đợi, tối đa 50.000 dòng. Các số được kiểm tra ngay khi vào lô, theo giới hạn của đối tác."
      name="kiem-tra-tai-khoan"
      noun="tài khoản"
      row={AccountToCheck}
      unique={['msisdn']}
      above={
        <Field label="Tên lô" required>
          <TextInput value={name} onChange={setName} maxLength={100} />
        </Field>
      }
      send={async (rows, { transid }) => {
        const input = { name: name.trim() || defaultName(), rows, batch_id: batch_id.current }
        const answer = await create.mutateAsync(input, { transid })
        batch_id.current = answer.batch.batch_id
        return answer.refused
      }}
      onClose={() => (batch_id.current === null ? onClose() : onAdded(batch_id.current))}
    />
  )
}
