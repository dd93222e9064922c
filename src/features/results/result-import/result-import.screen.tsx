/** Imports results of past years from a file. */
import { useWrite } from '#web/call/api.ts'
import { send } from '#web/call/send.ts'
import { ImportDialog } from '#web/excel/import/import-dialog.tsx'
import { max_import_rows, resultImport, ResultImportRow } from './result-import.contract.ts'

export default function ResultImportDialog({ onClose }: { onClose: () => void }) {
  const importRows = useWrite(resultImport.import, { invalidates: ['cms/period'], onFailure: () => {} })
  return (
    <ImportDialog
      title="Nhập kết quả cũ từ tệp"
      description="Kỳ chưa bán vé nào có hiệu lực ngay nếu trước ngày có đơn đầu tiên hoặc đã qua 30 ngày; kỳ khác chờ người thứ hai nhập lại. Dòng lỗi sửa ngay trong bảng."
      name="ket-qua"
      noun="kết quả"
      row={ResultImportRow}
      rowsAtOnce={max_import_rows}
      tryRows={(rows, signal) => send(resultImport.import, { rows, dry_run: true }, { signal })}
      send={async (rows, { transid }) => (await importRows.mutateAsync({ rows }, { transid })).refused}
      onClose={onClose}
    />
  )
}
