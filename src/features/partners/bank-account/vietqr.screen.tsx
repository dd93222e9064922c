/** A bank account as a VietQR code for banking apps. */
import { useRead } from '#web/call/api.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { QrCode } from '#web/ui/picture/qr-code.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { AccountNumber } from '#features/partners/bank/account-number.screen.tsx'
import { bank } from '#features/partners/bank/bank.contract.ts'
import { transferContent, vietQr } from '#features/partners/bank/vietqr.rules.ts'

export interface PayableAccount {
  bank_id: number
  bin: string
  short_name: string
  account_number: string
  account_name: string
}

interface VietQrDialogProps {
  account: PayableAccount
  /** The content of the transfer. */
  content?: string | null | undefined
  onClose: () => void
}

export default function VietQrDialog({ account, content, onClose }: VietQrDialogProps) {
  const { bank_id, bin, short_name, account_number, account_name } = account
  const banks = useRead(bank.list, {}, { fresh_ms: 60_000 })
  const unsupported = banks.data?.items.find((candidate) => candidate.bank_id === bank_id)?.transfer_supported === false
  return (
    <Dialog
      open
      size="sm"
      title="Mã VietQR"
      description={account_name}
      onClose={onClose}
      footer={<Button onClick={onClose}>Đóng</Button>}
    >
      <Stack align="center" gap={3}>
        {unsupported && <Banner kind="warning">Ngân hàng này chưa nhận chuyển khoản bằng mã VietQR.</Banner>}
        <QrCode
          text={vietQr({ bin, account_number, content })}
          label={`Mã VietQR của ${account_number}, ${short_name}`}
        />
        <Text strong>{short_name}</Text>
        <AccountNumber value={account_number} />
        {content && <Text tone="muted">{transferContent(content)}</Text>}
      </Stack>
    </Dialog>
  )
}
