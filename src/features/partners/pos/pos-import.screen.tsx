/** Points of sale from a file of the business's own. */
import { useWrite } from '#web/api.ts'
import { ImportPreview } from '#web/excel/import-preview.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { pos, PosRow } from './pos.contract.ts'

export function PosImportDialog({ onClose }: { onClose: () => void }) {
  const take = useWrite(pos.import, { touches: ['cms/partner', 'cms/pos_group', 'cms/audit'], onFailure: () => {} })
  return (
    <Dialog
      open
      size="xl"
      title="Nhập POS từ tệp"
      description="Các dòng lỗi được xuất ra tệp riêng để sửa và nhập lại; các dòng hợp lệ vẫn được nhập."
      onClose={onClose}
      footer={<Button onClick={onClose}>Đóng</Button>}
    >
      <ImportPreview
        name="pos"
        noun="POS"
        row={PosRow}
        unique={['pos_code']}
        rowsAtOnce={200}
        send={async (rows, { transid }) => (await take.mutateAsync({ rows }, { transid })).refused}
      />
    </Dialog>
  )
}
