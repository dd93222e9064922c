/** The results of a programme: its cost, its orders, and what was taken back. */
import { moneyText } from '#contract/text/money-text.ts'
import { percentText } from '#contract/text/percent-text.ts'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { dayText, momentText, numberText } from '#web/value/format.ts'
import { Drawer } from '#web/ui/dialog/drawer.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Progress } from '#web/ui/message/progress.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { cashback, type CashbackReportRow, type CashbackRow } from './cashback.contract.ts'

type Day = CashbackReportRow['days'][number]

export default function CashbackReport({ row, onClose }: { row: CashbackRow; onClose: () => void }) {
  const read = useRead(cashback.detail, { cashback_id: row.cashback_id }, { every_ms: 15_000 })
  const report = read.data
  return (
    <Drawer
      open
      onClose={onClose}
      title={row.name}
      description={`${momentText(row.start_at)} – ${momentText(report?.end_at ?? row.end_at)}`}
      size="lg"
    >
      <ReadFallback read={read} lines={8} />
      {report && (
        <Stack gap={4}>
          <Progress
            label="Ngân sách đã dùng"
            value={(100 * report.used) / report.budget}
            detail={`${moneyText(report.used)} / ${moneyText(report.budget)}`}
          />
          <DescriptionList
            items={[
              { label: 'Đơn được cashback', value: numberText(report.orders) },
              { label: 'Khách', value: numberText(report.customers) },
              { label: 'Tiền vé bán được', value: moneyText(report.sold) },
              { label: 'Chi phí trên tiền vé', value: costText(report) },
              {
                label: 'Đã thu hồi',
                value: `${moneyText(report.taken_back)} của ${numberText(report.taken_back_orders)} đơn hoàn tiền`,
              },
              { label: 'Chờ thu hồi', value: moneyText(report.due) },
            ]}
          />
          <Heading level={3}>Theo ngày</Heading>
          {report.days.length === 0 ? (
            <EmptyState kind="empty" title="Chưa trả khoản nào" />
          ) : (
            <Table<Day>
              label="Cashback theo ngày"
              rows={report.days}
              rowKey={({ day }) => day}
              columns={[
                { key: 'day', head: 'Ngày', width: 100, grow: true, cell: ({ day }) => dayText(day) },
                { key: 'orders', head: 'Số đơn', width: 80, align: 'right', cell: ({ orders }) => numberText(orders) },
                {
                  key: 'amount',
                  head: 'Cashback',
                  width: 110,
                  align: 'right',
                  cell: ({ amount }) => moneyText(amount),
                },
              ]}
            />
          )}
        </Stack>
      )}
    </Drawer>
  )
}

const costText = ({ used, due, sold }: CashbackReportRow) =>
  sold === 0 ? '–' : percentText(Math.round(((used - due) * 1_000) / sold))
