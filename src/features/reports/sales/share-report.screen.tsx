/** Sharing a report: printed, or as a picture of its figures and visible rows. */
import { useQueryClient } from '@tanstack/react-query'
import { moneyText } from '#contract/text/money-text.ts'
import { percentText } from '#contract/text/percent-text.ts'
import { infoOf } from '#contract/schema.ts'
import type { List } from '#web/list/use-list.ts'
import type { FilterSpec } from '#web/filter/filter.tsx'
import { filterWords } from '#web/filter/filter-words.ts'
import { saveFile } from '#web/excel/export/save-file.ts'
import { dayText, momentText, numberText, textOf } from '#web/value/format.ts'
import type { TablePicture } from '#web/ui/sheet/table-picture.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { loadPatiently } from '#web/ui/base/lazy-part.tsx'
import { changeText } from '#features/reports/report/change.rules.ts'
import type { Stamp } from '#features/reports/report/report.contract.ts'
import { SalesRow as Row, type ComparedSales, type SalesRow } from './sales.contract.ts'

interface Props {
  title: string
  list: List<SalesRow>
  filters: readonly FilterSpec[]
  stamp: Stamp
  compared: ComparedSales | null
  /** The columns of the grouping. */
  names: readonly (keyof SalesRow & string)[]
}

export default function ShareReport(props: Props) {
  const client = useQueryClient()
  const save = () => void savePicture(props, filterWords(client, props.list, props.filters, ['from_date', 'to_date']))
  const { rows, current } = props.list
  // Until the answer comes, figures and filters are not those of one another.
  const whyNot = rows.length === 0 ? 'Chưa có số liệu' : !current && 'Đang đọc số liệu'
  return (
    <>
      <IconButton icon="document" label="In báo cáo" bordered whyNot={whyNot} onClick={() => print()} />
      <IconButton icon="image" label="Lưu thành ảnh" bordered whyNot={whyNot} onClick={save} />
    </>
  )
}

async function savePicture(props: Props, filter_words: string): Promise<void> {
  try {
    const { tablePicture } = await loadPatiently(() => import('#web/ui/sheet/table-picture.ts'))
    const { from_date, to_date } = props.stamp
    saveFile(await tablePicture(pictureOf(props, filter_words)), `bao-cao-${from_date}-${to_date}.png`)
  } catch {
    toast.error('Không tạo được ảnh.')
  }
}

function pictureOf({ title, list, stamp, compared, names }: Props, filter_words: string): TablePicture {
  const sum = (key: keyof ComparedSales['figures'], text: (value: number) => string) =>
    text(Number(list.sums?.[key] ?? 0))
  const figure = (label: string, key: keyof ComparedSales['figures'], text: (value: number) => string) => ({
    label,
    value: sum(key, text),
    change: compared ? changeText(compared.figures[key].change) : undefined,
  })
  const name = (row: SalesRow) => names.map((key) => textOf(infoOf(Row.shape[key]), row[key])).join(' · ')
  const head = [
    '',
    'Số đơn',
    'SL vé',
    'Doanh số',
    'Tỷ trọng',
    ...(compared ? ['Kỳ so sánh', 'Tăng giảm'] : []),
    'Thực thu',
  ]
  return {
    title,
    notes: [
      `${dayText(stamp.from_date)} – ${dayText(stamp.to_date)}, số liệu lúc ${momentText(stamp.as_of)}`,
      ...(filter_words === '' ? [] : [filter_words]),
      rowsText(list),
    ],
    figures: [
      figure('Doanh số', 'amount', moneyText),
      figure('Số vé', 'quantity', numberText),
      figure('Số đơn', 'orders', numberText),
      figure('Thực thu', 'net', moneyText),
    ],
    head,
    rows: list.rows.map((row) => [
      name(row),
      numberText(row.orders),
      numberText(row.quantity),
      moneyText(row.amount),
      percentText(row.share),
      ...(compared ? [row.before === null ? '' : moneyText(row.before), changeText(row.change).text] : []),
      moneyText(row.net),
    ]),
    foot: [
      'Tổng cộng',
      sum('orders', numberText),
      sum('quantity', numberText),
      sum('amount', moneyText),
      '',
      ...(compared ? [moneyText(compared.before), changeText(compared.change).text] : []),
      sum('net', moneyText),
    ],
  }
}

/** '20 / 143 dòng, trang 2': the picture has the rows of one page, and the sums of all. */
function rowsText({ rows, total, state }: List<SalesRow>): string {
  const page = state.page_index === 1 ? '' : `, trang ${String(state.page_index)}`
  return `${numberText(rows.length)} / ${numberText(total ?? rows.length)} dòng${page}`
}
