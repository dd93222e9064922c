/** One result: its sheet, the differences between two entries, and its history. */
import type { RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { idIn } from '#web/list/use-list.ts'
import { factsOf } from '#web/record/facts.ts'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { dayText, momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { infoOf } from '#contract/schema.ts'
import { Differences } from '#features/results/result-entry/differences.screen.tsx'
import { Result, result, type ResultDetailRow, type ResultRow } from './draw-result.contract.ts'
import { publishedItems, sheetItems } from './result-text.screen.tsx'
import { ResultTimeline } from './result-timeline.screen.tsx'

export interface ResultDetailProps {
  record: OpenRecord
  actsOf: (row: ResultRow) => RowAct[]
}

export default function ResultDetail({ record, actsOf }: ResultDetailProps) {
  const result_id = idIn(record.id)
  const read = useRead(result.detail, { result_id }, { enabled: result_id > 0 })
  const row = read.data?.result
  return (
    <RecordDrawer
      record={record}
      read={read}
      row={read.data}
      title={row ? `${row.name} · kỳ ${row.period_code}` : 'Kết quả'}
    >
      {(detail) => <ResultView detail={detail} acts={actsOf(detail.result)} />}
    </RecordDrawer>
  )
}

const DrawPrizes = lazyPart(() => import('#features/results/prize-run/draw-prizes.screen.tsx'))

const info_fields = ['entered_by_name', 'entered_at', 'confirmed_by_name', 'confirmed_at', 'source', 'draw_at'] as const

function ResultView({ detail, acts }: { detail: ResultDetailRow; acts: RowAct[] }) {
  const { result: row, differences, steps } = detail
  return (
    <RecordView
      status={show(infoOf(Result.shape.status), row.status)}
      headline={dayText(row.open_date)}
      note={`quay lúc ${momentText(row.draw_at)}`}
      trouble={<Problems row={row} />}
      timeline={<ResultTimeline steps={steps} />}
      acts={acts}
    >
      {differences.length > 0 && (
        <Differences
          differences={differences}
          first={row.entered_by_name ?? 'Nguồn tự động'}
          second={row.second_by_name ?? 'Người thứ hai'}
          advice="Nhìn lại tờ gốc: ai nhập nhầm thì người đó sửa."
        />
      )}
      <RecordSection title="Tờ kết quả" items={sheetItems(row)} />
      <RecordSection title="Giá trị công bố" items={publishedItems(row)} />
      <RecordSection title="Tính thưởng">
        <DrawPrizes period_id={row.period_id} />
      </RecordSection>
      <RecordSection title="Thông tin" items={factsOf(Result, row, info_fields)} />
    </RecordView>
  )
}

function Problems({ row }: { row: ResultRow }) {
  if (row.reopen_requested_at !== null)
    return (
      <Banner
        kind="warning"
        title={`${row.reopen_requested_by_name} yêu cầu mở lại lúc ${momentText(row.reopen_requested_at)}`}
      >
        <Text>{row.reopen_reason}</Text>
      </Banner>
    )
  if (row.numbers !== null) return null
  return (
    <Banner kind="info">Người xác nhận nhập lại mà không thấy số đã nhập, nên số chỉ hiện sau khi xác nhận.</Banner>
  )
}
