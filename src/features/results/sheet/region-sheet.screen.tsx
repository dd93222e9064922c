/** The results of one region on one day: prizes, lô tô tables, and the prizes of our orders. */
import type { ReactNode } from 'react'
import { isDay } from '#contract/fields.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { PageLink } from '#web/route/link.tsx'
import { useRead } from '#web/call/api.ts'
import { saveFile } from '#web/excel/export/save-file.ts'
import { useAddressValue } from '#web/list/use-list.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { clockText, dayText, numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Row, Spacer, Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { DrawSheet, type DrawSheetProps } from '#web/ui/sheet/draw-sheet.tsx'
import { lazyPart, loadPatiently } from '#web/ui/base/lazy-part.tsx'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { seriesCount } from '#features/results/result/entry.rules.ts'
import { usePageKeys } from './page-keys.screen.tsx'
import { sheet, type SheetDrawRow } from './sheet.contract.ts'
import { sheetRows } from './sheet.rules.ts'

const LotoTables = lazyPart(() => import('./loto-tables.screen.tsx'))

interface RegionSheetProps {
  category: Product
  title: string
  /** The control that chooses the region. */
  choice: ReactNode
}

type ShownDigits = 'all' | '2' | '3'
const shown_digits: readonly { value: ShownDigits; label: string }[] = [
  { value: 'all', label: 'Đủ số' },
  { value: '2', label: '2 số cuối' },
  { value: '3', label: '3 số cuối' },
]

export function RegionSheet({ category, title, choice }: RegionSheetProps) {
  const [givenDate, setDate] = useAddressValue('date')
  const [digits, setDigits] = useAddressValue('digits')
  const date = givenDate !== null && isDay(givenDate) ? givenDate : null
  const latest = useRead(sheet.latest, { category }, { enabled: date === null, keepPrevious: true })
  const ofDay = useRead(
    sheet.byDay,
    { category, date: date ?? today() },
    { enabled: date !== null, keepPrevious: true },
  )
  const read = date === null ? latest : ofDay
  const draws = read.data?.items
  const day = date ?? draws?.[0]?.open_date ?? today()
  const previous_day = (date !== null && ofDay.data?.previous_date) || addDays(day, -1)
  const after = date === null ? null : (ofDay.data?.next_date ?? null)
  const visible_digits: ShownDigits = digits === '2' || digits === '3' ? digits : 'all'
  usePageKeys({ ArrowLeft: () => setDate(previous_day), ArrowRight: () => setDate(after) })
  const sheetOfDay = draws && draws.length > 0 ? sheetOf({ category, title, day, draws, digits: visible_digits }) : null
  const narrow = useNarrow()
  const dayChoice = (
    <Row gap={1} wrap={false}>
      <IconButton icon="chevron-left" label="Ngày trước (←)" bordered onClick={() => setDate(previous_day)} />
      <Field label="Ngày quay" labelHidden width="md">
        <DateInput value={day} max={today()} onChange={setDate} />
      </Field>
      <IconButton
        icon="chevron-right"
        label="Ngày sau (→)"
        bordered
        whyNot={after === null && 'Đây là ngày quay mới nhất'}
        onClick={() => setDate(after)}
      />
    </Row>
  )
  const tools = (
    <Row gap={2}>
      <Segmented<ShownDigits>
        aria-label="Hiện"
        value={visible_digits}
        onChange={(value) => setDigits(value === 'all' ? null : value)}
        options={shown_digits}
      />
      <Button
        icon="image"
        whyNot={!sheetOfDay && 'Chưa có kết quả'}
        onClick={() => sheetOfDay && void savePicture(sheetOfDay, day)}
      >
        Lưu ảnh
      </Button>
      <Button icon="document" whyNot={!sheetOfDay && 'Chưa có kết quả'} onClick={() => print()}>
        In A4
      </Button>
    </Row>
  )
  return (
    <>
      <Panel>
        {narrow ? (
          <Stack gap={2}>
            {choice}
            {dayChoice}
            {tools}
          </Stack>
        ) : (
          <Toolbar end={tools}>
            {choice}
            {dayChoice}
          </Toolbar>
        )}
      </Panel>
      {!draws ? (
        <ReadFallback read={read} lines={12} />
      ) : sheetOfDay === null ? (
        <EmptyState kind="empty" icon="calendar" title={`${title} không quay ngày ${dayText(day)}`} />
      ) : (
        <Split side="right" fill aside={<LotoTables draws={draws} />}>
          <Panel fill flush footer={<Foot draws={draws} />}>
            <DrawSheet {...sheetOfDay} />
          </Panel>
        </Split>
      )}
    </>
  )
}

interface SheetOfDay {
  category: Product
  title: string
  day: string
  draws: readonly SheetDrawRow[]
  digits: ShownDigits
}

/** The table of the day; unconfirmed numbers are empty. */
function sheetOf({ category, title, day, draws, digits }: SheetOfDay): DrawSheetProps {
  const lastDigits = (number: string) => (digits === 'all' ? number : number.slice(-Number(digits)))
  const rows = sheetRows(category, seriesCount(day))
  return {
    label: `Kết quả ${title} ngày ${dayText(day)}`,
    columns: draws.map(({ period_id, name, period_code }) => ({ key: period_id, title: name, code: period_code })),
    rows: rows.map(({ key, label, count }, index) => ({
      key,
      label,
      tone: key === 'special' ? 'special' : index === 0 ? 'first' : undefined,
      cells: draws.map(
        ({ numbers }) =>
          numbers?.[key]?.map((number) => (key === 'series' ? number : lastDigits(number))) ??
          Array.from({ length: count }, () => ''),
      ),
    })),
  }
}

async function savePicture(sheet_props: DrawSheetProps, day: string): Promise<void> {
  const { sheetPicture } = await loadPatiently(() => import('#web/ui/sheet/sheet-picture.ts'))
  saveFile(await sheetPicture(sheet_props.label, sheet_props), `ket-qua-${day}.png`)
}

function Foot({ draws }: { draws: readonly SheetDrawRow[] }) {
  const { can } = useRights()
  const orders = draws.reduce((sum, { won_orders }) => sum + won_orders, 0)
  const amount = draws.reduce((sum, { won_amount }) => sum + won_amount, 0)
  const text = `${numberText(orders)} đơn trúng · ${moneyText(amount)}`
  const [firstDraw] = draws
  const search = {
    status: String(orderStatus.won),
    category: String(firstDraw!.category),
    from_date: addDays(firstDraw!.open_date, -1),
    to_date: firstDraw!.open_date,
  }
  return (
    <Row gap={4}>
      <Text size="sm" tone="muted">
        {stateText(draws)}
      </Text>
      <Spacer />
      {orders > 0 && can(transactionPage.view) ? (
        <PageLink to={transactionPage.url} search={search}>
          {text}
        </PageLink>
      ) : (
        <Text size="sm">{text}</Text>
      )}
    </Row>
  )
}

function stateText(draws: readonly SheetDrawRow[]): string {
  const confirmed = draws.filter(({ numbers }) => numbers !== null)
  if (confirmed.length < draws.length) {
    const waiting = draws.filter(({ is_waiting }) => is_waiting).length
    return `${confirmed.length}/${draws.length} đài đã có kết quả${waiting > 0 ? `, ${waiting} đài chờ xác nhận` : ''}`
  }
  const [{ entered_by_name, entered_at, confirmed_by_name, confirmed_at }] = confirmed as [SheetDrawRow]
  const signersText = `Nhập ${entered_by_name ?? 'tự động'} ${clockText(entered_at!)} · xác nhận ${confirmed_by_name ?? 'tự động'} ${clockText(confirmed_at!)}`
  return draws.every(({ calculated_at }) => calculated_at !== null) ? `${signersText} · đã tính thưởng` : signersText
}
