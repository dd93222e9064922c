/** Agents from a file of the business's own. */
import { useWrite } from '#web/api.ts'
import { ImportPreview } from '#web/excel/import-preview.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { partner, PartnerRow } from './partner.contract.ts'

export default function PartnerImport({ onClose }: { onClose: () => void }) {
  // The import's own screen tells what went wrong.
  const take = useWrite(partner.import, { touches: ['cms/audit'], onFailure: () => {} })
  return (
    <Dialog
      open
      size="xl"
      title="Nhập đại lý từ tệp"
      description="Các dòng lỗi được xuất ra tệp riêng để sửa và nhập lại; các dòng hợp lệ vẫn được nhập."
      onClose={onClose}
      footer={<Button onClick={onClose}>Đóng</Button>}
    >
      <ImportPreview
        name="dai-ly"
        noun="đại lý"
        row={PartnerRow}
        unique={['partner_code']}
        rowsAtOnce={200}
        send={async (rows, { transid }) => (await take.mutateAsync({ rows }, { transid })).refused}
      />
    </Dialog>
  )
}
