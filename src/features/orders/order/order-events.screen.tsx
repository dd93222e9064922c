/** What happened to an order, from its own timestamps: by the channel and by staff, newest first. */
import { RecordTimeline, type TimelineEvent } from '#web/record/record-timeline.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { Pictures } from '#web/ui/picture/pictures.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import type { OrderDetailRow } from './order-row.screen.tsx'
import { orderStatus } from './order.contract.ts'

export function OrderEvents({ row }: { row: OrderDetailRow }) {
  return <RecordTimeline events={eventsOf(row)} />
}

const photos = (pictures: readonly string[] | undefined, title: string) =>
  pictures && pictures.length > 0 && <Pictures pictures={pictures} label={`Ảnh: ${title}`} />

function eventsOf(row: OrderDetailRow): TimelineEvent[] {
  const { ordered_at, paid_at, taken_at, finished_at, reported_at, ended_at, vendor_name, images } = row
  const is_cancelled = row.status === orderStatus.cancelled
  return [
    { title: 'Đặt mua', at: ordered_at, by: row.user_pos_name ?? row.device_code },
    { title: `Đã thanh toán ${moneyText(row.total)}`, at: paid_at, by: vendor_name, tone: 'green' },
    { title: 'Nhận xử lý', at: taken_at, by: row.taken_by_name },
    { title: 'Hết hạn giữ đơn', at: row.lapsed_at, by: row.taken_by_name },
    {
      title: 'Hoàn thành',
      at: finished_at,
      by: row.taken_by_name,
      tone: 'green',
      details: photos(images, 'Hoàn thành'),
    },
    {
      title: 'Báo lỗi',
      at: reported_at,
      by: row.reported_by_name,
      details: (
        <Stack gap={2}>
          {row.report_reason}
          {photos(row.report_image ? [row.report_image] : [], 'Báo lỗi')}
        </Stack>
      ),
      tone: 'red',
    },
    { title: 'Báo lỗi bị từ chối', at: row.rejected_at, by: row.rejected_by_name, details: rejectionNote(row) },
    {
      title: is_cancelled ? 'Đã hủy' : 'Duyệt hoàn tiền',
      at: ended_at,
      by: row.ended_by_name,
      details: row.end_reason,
      tone: is_cancelled ? 'neutral' : 'red',
    },
    { title: `Đã hoàn ${moneyText(row.total)}`, at: row.refunded_at, by: vendor_name, tone: 'green' },
  ]
}

/** The note belongs to the last event: to the rejection, unless something came after it. */
function rejectionNote({ rejected_at, finished_at, ended_at, refunded_at, note }: OrderDetailRow): string | null {
  const isLast = [finished_at, ended_at, refunded_at].every(
    (moment) => moment === null || (rejected_at !== null && Date.parse(moment) < Date.parse(rejected_at)),
  )
  return isLast ? note : null
}
