/** Imports partners' rates from a file; a common rate can be set for rows without one. */
import { useState } from 'react'
import { useWrite } from '#web/call/api.ts'
import { send } from '#web/call/send.ts'
import { ImportDialog } from '#web/excel/import/import-dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { PercentInput } from '#web/ui/field/percent-input.tsx'
import { DiscountImportRow, merchantDiscount } from './merchant-discount.contract.ts'

export default function DiscountImport({ onClose }: { onClose: () => void }) {
  const [rate, setRate] = useState<number | null>(null)
  // The import dialog shows failures itself.
  const importRows = useWrite(merchantDiscount.import, { onFailure: () => {} })
  return (
    <ImportDialog
      title="Nhập chiết khấu đại lý từ tệp"
      description="Máy chủ thử từng dòng trước khi ghi. Đơn đã bán giữ hoa hồng cũ; đơn mới tính theo tỷ lệ của ngày đặt."
      name="chiet-khau-dai-ly"
      noun="chiết khấu"
      row={DiscountImportRow}
      unique={['partner_code', 'product_type_code', 'denomination', 'from_date']}
      rowsAtOnce={200}
      above={
        <Field label="Tỷ lệ chung" hint="Cho các dòng không ghi tỷ lệ riêng" width="md">
          <PercentInput value={rate} onChange={setRate} />
        </Field>
      }
      tryRows={(rows, signal) => send(merchantDiscount.import, { rows, rate, dry_run: true }, { signal })}
      send={async (rows, { transid }) => (await importRows.mutateAsync({ rows, rate }, { transid })).refused}
      onClose={onClose}
    />
  )
}
