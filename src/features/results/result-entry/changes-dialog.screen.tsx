/** Shows, before a corrected result is confirmed, the orders whose prize would change, and the totals. */
import { moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#web/value/format.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { ChangesTable, type PrizeChangeRow } from '#features/results/prize-run/changes-table.screen.tsx'
import type { PrizeChanges } from '#features/results/prize-run/prize-run.contract.ts'

interface ChangesDialogProps {
  changes: PrizeChanges
  saving: boolean
  onConfirm: () => void
  onClose: () => void
}

export default function ChangesDialog({ changes, saving, onConfirm, onClose }: ChangesDialogProps) {
  const { orders, more, less, changes: rows } = changes
  const unlisted = orders - rows.length
  return (
    <Dialog
      open
      size="lg"
      title="Kết quả mới làm đổi thưởng"
      description={`${numberText(orders)} đơn đổi thưởng: thêm ${moneyText(more)}, bớt ${moneyText(less)}. Chưa có gì được ghi.`}
      saveLabel="Đã xem, xác nhận kết quả"
      saving={saving}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <Stack>
        <ChangesTable label="Các đơn đổi thưởng" changes={rows} adviceOf={adviceOf} />
        {unlisted > 0 && <Text tone="muted">{`Và ${numberText(unlisted)} đơn chênh lệch nhỏ hơn.`}</Text>}
      </Stack>
    </Dialog>
  )
}

/** What happens to the order; a paid prize is never changed automatically. */
function adviceOf({ before, after, is_paid }: PrizeChangeRow): string {
  if (!is_paid) return 'Đổi theo kết quả mới'
  return after! > before ? `Đã trả, thiếu ${moneyText(after! - before)}` : `Đã trả thừa ${moneyText(before - after!)}`
}
