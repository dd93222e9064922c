/** The dialog that keeps a confirmed result against what a source reported, with the reason. */
import { useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { shapeOf } from '#contract/schema.ts'
import { feed, type FeedAlarmRow } from './feed.contract.ts'

interface FeedDismissProps {
  alarm: FeedAlarmRow
  onClose: () => void
}

export default function FeedDismiss({ alarm, onClose }: FeedDismissProps) {
  const dismiss = useAct(feed.dismiss, { success: 'Đã ghi: nguồn báo sai, kết quả giữ nguyên.', onDone: onClose })
  return (
    <ReasonDialog
      title="Kết luận nguồn báo sai"
      description={`${alarm.name} ${alarm.period_code}`}
      field={shapeOf(feed.dismiss.input).reason!}
      emptyText="Hãy ghi vì sao kết quả đã xác nhận là đúng."
      saveLabel="Giữ kết quả"
      saving={dismiss.pending}
      onSubmit={(reason) => dismiss.mutate({ period_id: alarm.period_id, reason })}
      onClose={onClose}
    >
      <Text>
        Kết quả đã xác nhận {alarm.confirmed?.join(' ')} được giữ nguyên. Nếu kết quả đó sai, hãy mở lại kết quả ở Danh
        sách kết quả.
      </Text>
    </ReasonDialog>
  )
}
