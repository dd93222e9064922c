/** The dialog of a customer, found by their phone number from any list. */
import { phoneText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { CustomerSections } from './customer-sections.screen.tsx'

export default function CustomerDialog({ msisdn, onClose }: { msisdn: string; onClose: () => void }) {
  return (
    <Dialog
      open
      edge
      size="lg"
      onClose={onClose}
      title={`Khách hàng ${phoneText(msisdn)}`}
      footer={<Button onClick={onClose}>Đóng</Button>}
    >
      <Stack>
        <CustomerSections msisdn={msisdn} />
      </Stack>
    </Dialog>
  )
}
