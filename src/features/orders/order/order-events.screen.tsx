/** What happened to an order, from its own moments: the channel's and the staff's, newest first. */
import { momentText } from '#web/format.ts'
import { Pictures } from '#web/ui/pictures.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { Timeline, type TimelineEntry } from '#web/ui/timeline.tsx'
import type { OrderDetailRow } from './order-row.screen.tsx'
import { orderStatus } from './order.contract.ts'

interface Happened {
  title: string
  at: string
  by?: string | null
  words?: string | null
  tone?: TimelineEntry['tone']
  pictures?: readonly string[]
}

export function OrderEvents({ row }: { row: OrderDetailRow }) {
  const entries = happenedTo(row)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .toReversed()
    .map(({ title, at, by, words, tone, pictures }) => ({
      key: title,
      title,
      subtitle: `${momentText(at, true)}${by ? ` · ${by}` : ''}`,
      ...(tone && { tone }),
      ...((words || pictures?.length) && {
        children: (
          <Stack gap={2}>
            {words && <Text>{words}</Text>}
            {pictures && pictures.length > 0 && <Pictures pictures={pictures} label={`Ảnh: ${title}`} />}
          </Stack>
        ),
      }),
    }))
  return <Timeline entries={entries} />
}

function happenedTo(row: OrderDetailRow): Happened[] {
  const { ordered_at, paid_at, taken_at, finished_at, reported_at, ended_at, vendor_name, images } = row
  const is_cancelled = row.status === orderStatus.cancelled
  const known: (Omit<Happened, 'at'> & { at: string | null | undefined })[] = [
    { title: 'Đặt mua', at: ordered_at, by: row.user_pos_name ?? row.device_code },
    { title: 'Đã thanh toán', at: paid_at, by: vendor_name, tone: 'green' },
    { title: 'Nhận xử lý', at: taken_at, by: row.taken_by_name },
    { title: 'Hết hạn giữ đơn', at: row.lapsed_at, by: row.taken_by_name },
    { title: 'Hoàn thành', at: finished_at, by: row.taken_by_name, tone: 'green', pictures: images },
    {
      title: 'Báo lỗi',
      at: reported_at,
      by: row.reported_by_name,
      words: row.report_reason,
      tone: 'red',
      pictures: row.report_image ? [row.report_image] : [],
    },
    { title: 'Báo lỗi bị từ chối', at: row.rejected_at, by: row.rejected_by_name, words: whyRejected(row) },
    {
      title: is_cancelled ? 'Đã hủy' : 'Duyệt hoàn tiền',
      at: ended_at,
      by: row.ended_by_name,
      words: row.end_reason,
      tone: is_cancelled ? 'neutral' : 'red',
    },
    { title: 'Đã hoàn tiền', at: row.refunded_at, by: vendor_name, tone: 'green' },
  ]
  return known.filter((one): one is Happened => one.at != null)
}

/** The note is the last word on the order: the rejection's own as long as nothing came after it. */
function whyRejected({ rejected_at, finished_at, ended_at, refunded_at, note }: OrderDetailRow): string | null {
  const isLast = [finished_at, ended_at, refunded_at].every(
    (at) => at === null || (rejected_at !== null && Date.parse(at) < Date.parse(rejected_at)),
  )
  return isLast ? note : null
}
