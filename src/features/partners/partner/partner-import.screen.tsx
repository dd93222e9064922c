/** Imports partners from a file. */
import { useWrite } from '#web/call/api.ts'
import { ImportDialog } from '#web/excel/import/import-dialog.tsx'
import { send } from '#web/call/send.ts'
import { partner, PartnerImportRow } from './partner.contract.ts'

export default function PartnerImport({ onClose }: { onClose: () => void }) {
  // The import dialog shows failures itself.
  const importRows = useWrite(partner.import, { onFailure: () => {} })
  return (
    <ImportDialog
      title="Nhập đại lý từ tệp"
      description="Máy chủ thử từng dòng trước khi ghi. Dòng lỗi sửa ngay trong bảng, hoặc tải về sửa rồi nhập lại."
      name="dai-ly"
      noun="đại lý"
      row={PartnerImportRow}
      unique={['partner_code']}
      rowsAtOnce={200}
      tryRows={(rows, signal) => send(partner.import, { rows, dry_run: true }, { signal })}
      send={async (rows, { transid }) => (await importRows.mutateAsync({ rows }, { transid })).refused}
      onClose={onClose}
    />
  )
}
