/** Imports a batch of cards of one issuer and value from a file with the columns Serial, Mã thẻ, Ngày hết hạn thẻ. */
import { useRef, useState } from 'react'
import { useWrite } from '#web/call/api.ts'
import { send } from '#web/call/send.ts'
import { ImportDialog } from '#web/excel/import/import-dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { MoneyInput } from '#web/ui/field/money-input.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { CardBatchRow, cards } from './card.contract.ts'

interface CardImportProps {
  onAdded: (batch_id: number) => void
  onClose: () => void
}

export default function CardImport({ onAdded, onClose }: CardImportProps) {
  const [issuer, setIssuer] = useState('')
  const [face_value, setFaceValue] = useState<number | null>(100_000)
  // The batch that was created with the first part, to which the others are added.
  const batch_id = useRef<number | null>(null)
  // The import dialog shows failures itself.
  const importRows = useWrite(cards.import, { onFailure: () => {} })
  const batchFields = () => ({ issuer: issuer.trim(), face_value: face_value ?? 0, batch_id: batch_id.current })
  return (
    <ImportDialog
      title="Nhập lô thẻ từ tệp"
      description="Mỗi lô của một nhà phát hành và một mệnh giá. Mã thẻ được mã hóa ngay khi nhập; thẻ đã hết hạn hoặc đã có trong kho không vào lô."
      name="lo-the"
      noun="thẻ"
      row={CardBatchRow}
      unique={['cardSerial']}
      rowsAtOnce={500}
      above={
        <Row gap={3} align="start">
          <Field label="Nhà phát hành" required width="md">
            <TextInput value={issuer} onChange={setIssuer} maxLength={50} placeholder="Viettel" />
          </Field>
          <Field label="Mệnh giá" required width="md">
            <MoneyInput value={face_value} onChange={setFaceValue} />
          </Field>
        </Row>
      }
      tryRows={(rows, signal) => send(cards.import, { ...batchFields(), rows, dry_run: true }, { signal })}
      send={async (rows, { transid }) => {
        const answer = await importRows.mutateAsync({ ...batchFields(), rows }, { transid })
        batch_id.current ??= answer.batch_id
        return answer.refused
      }}
      onClose={() => (batch_id.current === null ? onClose() : onAdded(batch_id.current))}
    />
  )
}
