/** Creates the mail of a report: its figures as text, and its rows as a file. */
import { Failure } from '#contract/errors.ts'
import { page_row_limits, type Call } from '#contract/call.ts'
import { defOf, infoOf, isOptional, shapeOf, unwrap, type FieldInfo } from '#contract/schema.ts'
import { sheetColumn, cellOf } from '#contract/sheet/cells.ts'
import { exportColumn } from '#contract/sheet/export-column.ts'
import { ReportFoot } from '#contract/sheet/report-foot.ts'
import { xlsx_type } from '#contract/sheet/workbook-parts.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import { asOfText, dayText } from '#contract/text/day-text.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { check, fromQuery } from '#contract/wire.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Mail } from '#server/mail/mail.ts'
import { readAs, type ServedCall } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { changeText } from '#features/reports/report/change.rules.ts'
import type { PeriodComparison } from '#features/reports/report/compare.contract.ts'
import type { Stamp } from '#features/reports/report/report.contract.ts'
import { numberText } from '#contract/text/number-text.ts'
import breakdowns from '../breakdown/breakdown.server.ts'
import sales from '../sales/sales.server.ts'
import stockReports from '../stock-report/stock-report.server.ts'
import { reportPages } from '#features/reports/pages.contract.ts'
import type { ReportName } from './schedule-row.contract.ts'

const report_calls = [...sales, ...breakdowns, ...stockReports]

function callOf(report: ReportName): ServedCall {
  return report_calls.find(({ call }) => call.name === `GET cms/report/${report}`)!
}

/** Parameters of a page's address that are not stored: the page, and the days, which follow from each due moment. */
const not_stored = ['page_index', 'page_size', 'from_date', 'to_date']

/**
 * Reads the filters of a report from the address of its page.
 * @throws Failure request_invalid for an invalid filter
 */
export function filtersOf(report: ReportName, query: string): Record<string, unknown> {
  const { input } = callOf(report).call
  const filter_fields = shapeOf(input)
  const values = Object.fromEntries(
    [...new URLSearchParams(query)].filter(
      ([name]) => Object.hasOwn(filter_fields, name) && !not_stored.includes(name),
    ),
  )
  const filters = fromQuery(input, values)
  const result = check(input, filters)
  if (!result.ok) throw new Failure('request_invalid', { fields: { query: Object.values(result.fields)[0]! } })
  return filters
}

interface Answer extends Stamp {
  items: Record<string, unknown>[]
  total: number
  sums: Record<string, number> | null
  compared?: (PeriodComparison & { figures?: Record<string, { change: number | null }> }) | null
}

interface MailedReport {
  report: ReportName
  query: string
  filter_text: string | null
  from_date: string
  to_date: string
}

/** The mail, without recipient, of a report over these days, with the current rights of `me`. */
export async function mailOf(db: Db, me: Me, mailed: MailedReport): Promise<Omit<Mail, 'to' | 'id'>> {
  const { report, query, filter_text, from_date, to_date } = mailed
  const { title } = reportPages[report]
  const source = callOf(report)
  const filters = { ...filtersOf(report, query), from_date, to_date, page_size: page_row_limits.report }
  const answer = (await readAs(db, me, source, filters)) as Answer
  const days = from_date === to_date ? dayText(from_date) : `${dayText(from_date)} – ${dayText(to_date)}`
  const text = [
    `${title}, ${days}`,
    `Số liệu lúc ${asOfText(answer.as_of)}, trong phạm vi của ${me.full_name}.`,
    ...(filter_text === null ? [] : [`Bộ lọc: ${filter_text}`]),
    '',
    ...figureLines(source.call, answer),
    '',
    answer.items.length < answer.total
      ? `Tệp đính kèm có ${answer.items.length} dòng đầu trong ${answer.total} dòng.`
      : `Tệp đính kèm có đủ ${answer.total} dòng.`,
    `${me.full_name} đặt lịch gửi thư này trong Vé Số Back Office.`,
    '',
  ].join('\n')
  const filename = `${reportPages[report].url.slice(1)}-${from_date}-${to_date}.xlsx`
  const content = await fileOf(source.call, answer)
  return {
    subject: `[Báo cáo] ${title}, ${days}`,
    text,
    attachments: [{ filename, content, contentType: xlsx_type }],
  }
}

/** The totals as lines of text, with those of the compared days where there are any. */
function figureLines(call: Call, { sums, compared, items }: Answer): string[] {
  if (items.length === 0) return ['Không có số liệu.']
  const shape = shapeOf(unwrap(shapeOf(call.output).sums!))
  const lines = Object.entries(sums ?? {}).map(([name, value]) => {
    const change = compared?.figures?.[name]?.change
    return `${infoOf(shape[name]!)!.label}: ${figureText(infoOf(shape[name]!), value)}${change == null ? '' : ` (${changeText(change).text})`}`
  })
  if (!compared) return lines
  const { from_date, to_date, change } = compared
  return [...lines, `So với ${dayText(from_date)} – ${dayText(to_date)}: ${changeText(change).text}`]
}

const figureText = (info: FieldInfo | undefined, value: number) =>
  info?.kind === 'money' ? moneyText(value) : numberText(value)

/** The rows as a workbook, without id columns and without columns that are null in all rows. */
async function fileOf(call: Call, answer: Answer): Promise<Buffer> {
  const shape = shapeOf(defOf(unwrap(shapeOf(call.output).items!)).element!)
  const hasValue = (key: string) => answer.items.some((row) => row[key] != null)
  const columns = Object.keys(shape)
    .filter((key) => !key.endsWith('_id') && (hasValue(key) || !isOptional(shape[key]!)))
    .map((key) => exportColumn(key, shape[key]))
  const book = new WorkbookWriter(columns.map(sheetColumn))
  const stamp = { ...answer, sums: answer.sums ?? {} }
  const foot = new ReportFoot(stamp)
  foot.add(answer.items, stamp)
  await book.add(answer.items.map((row) => columns.map((column) => cellOf(column, row[column.key]))))
  await book.add(foot.rows(columns))
  return Buffer.from(await (await book.finish()).arrayBuffer())
}
