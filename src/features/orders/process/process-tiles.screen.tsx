/** How the queue stands: waiting and since when, in work, done today, and out of time. */
import { Waited } from '#web/value/countdown.tsx'
import { numberText } from '#web/value/format.ts'
import { today } from '#web/ui/date/date-text.ts'
import { Grid } from '#web/ui/layout/grid.tsx'
import { processStatus } from './process.contract.ts'
import { TileLink, useSummary, type QueueTexts } from './process-parts.screen.tsx'

/** Each tile leads to its orders, and the one that they are of says so. */
export function QueueTiles({ texts: { page, handling } }: { texts: QueueTexts }) {
  const { data } = useSummary(handling)
  const day = today()
  const tiles = [
    {
      label: 'Chờ nhận',
      count: data?.waiting,
      // Waiting is what the page shows by itself: then its address has no status.
      search: { status: undefined },
      note: data?.oldest_at ? (
        <>
          Chờ lâu nhất <Waited since={data.oldest_at} size="sm" strong />
        </>
      ) : (
        'Không có đơn nào chờ'
      ),
    },
    {
      label: 'Đang xử lý',
      count: data?.processing,
      search: { status: String(processStatus.processing) },
      note: `Bạn đang giữ ${numberText(data?.mine ?? 0)} đơn`,
    },
    {
      label: 'Hoàn thành hôm nay',
      count: data?.done ?? undefined,
      search: { status: String(processStatus.done), from_date: day, to_date: day },
      note: 'Đơn đặt hôm nay',
    },
    {
      label: 'Quá hạn',
      count: data?.late,
      search: { status: String(processStatus.late) },
      note: data?.late ? 'Cần báo lỗi để hoàn tiền' : 'Không có đơn nào quá hạn',
    },
  ]
  return (
    <Grid columns={4} even>
      {tiles.map(({ label, count, search, note }) => (
        <TileLink
          key={label}
          to={page.url}
          search={search as never}
          activeOptions={{ explicitUndefined: true }}
          label={label}
          value={count === undefined ? undefined : numberText(count)}
        >
          {data && note}
        </TileLink>
      ))}
    </Grid>
  )
}
