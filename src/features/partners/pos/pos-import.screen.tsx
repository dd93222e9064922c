/** Imports points of sale from a file. */
import { useWrite } from '#web/call/api.ts'
import { ImportDialog } from '#web/excel/import/import-dialog.tsx'
import { send } from '#web/call/send.ts'
import { pos, PosImportRow } from './pos.contract.ts'

export default function PosImportDialog({ onClose }: { onClose: () => void }) {
  const importRows = useWrite(pos.import, {
    invalidates: ['cms/partner', 'cms/pos_group'],
    onFailure: () => {},
  })
  return (
    <ImportDialog
      title="Nhập POS từ tệp"
      description="Máy chủ thử từng dòng trước khi ghi. Dòng lỗi sửa ngay trong bảng, hoặc tải về sửa rồi nhập lại."
      name="pos"
      noun="POS"
      row={PosImportRow}
      unique={['pos_code']}
      rowsAtOnce={200}
      tryRows={(rows, signal) => send(pos.import, { rows, dry_run: true }, { signal })}
      send={async (rows, { transid }) => (await importRows.mutateAsync({ rows }, { transid })).refused}
      onClose={onClose}
    />
  )
}
