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
      description="Kỳ chưa bán vé nào thì kết quả có hiệu lực ngay; kỳ đã bán chờ người thứ hai nhập lại. Dòng lỗi sửa ngay trong bảng."
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
