/** A statement as a workbook: a row for each line with its amounts. */
import * as z from 'zod/mini'
import { balance, count, text } from '#contract/fields.ts'
import { cellOf, sheetColumn } from '#contract/sheet/cells.ts'
import { exportColumn } from '#contract/sheet/export-column.ts'
import { workbookStream } from '#contract/sheet/workbook-stream.ts'
import { xlsx_type } from '#contract/sheet/workbook-parts.ts'
import type { Context } from '#server/serve.ts'
import type { partnerStatement, StatementFigures } from './partner-statement.contract.ts'
import { findStatement, storedStatement, shownFigures } from './partner-statement.query.server.ts'
import { linesOf } from './statement.rules.ts'

const Line = z.object({
  part: text('Phần', 50),
  label: text('Dòng', 200),
  orders: z.nullable(count('Số đơn', Number.MAX_SAFE_INTEGER)),
  quantity: z.nullable(count('SL vé', Number.MAX_SAFE_INTEGER)),
  amount: z.nullable(balance('Doanh số')),
  fee: z.nullable(balance('Phí')),
  commission: z.nullable(balance('Hoa hồng')),
  collected: z.nullable(balance('Đại lý thu')),
  due: z.nullable(balance('Số tiền')),
})
type FileLine = z.output<typeof Line>
const columns = Object.entries(Line.shape).map(([name, field]) => exportColumn(name, field))

export async function statementFile({
  db,
  me,
  input,
  request,
  fail,
}: Context<typeof partnerStatement.file>): Promise<null> {
  const row = (await findStatement(db, me, input.statement_id)) ?? fail('not_found')
  const statement = (await storedStatement(db, me, input.statement_id))!
  const { figures } = await shownFigures(db, statement)
  const { statement_code, partner_code, from_date, to_date } = row
  const days = `${from_date}-${to_date}`.replaceAll('-', '')
  await request.send({
    name: `doi-soat-${partner_code.replaceAll(/[^\w-]/g, '_')}-${statement_code}-${days}.xlsx`,
    type: xlsx_type,
    bytes: workbookStream(columns.map(sheetColumn), cells(figures)),
  })
  return null
}

async function* cells(figures: StatementFigures) {
  yield await Promise.resolve(
    fileLines(figures).map((row) => columns.map((column) => cellOf(column, row[column.key as keyof FileLine]))),
  )
}

const emptyFigures = {
  orders: null,
  quantity: null,
  amount: null,
  fee: null,
  commission: null,
  collected: null,
  due: null,
}

/** The rows in the order of the page. */
function fileLines(figures: StatementFigures): FileLine[] {
  const labels = linesOf(figures)
  const line = (part: string, label: string, other_columns: Partial<FileLine>): FileLine => ({
    part,
    label,
    ...emptyFigures,
    ...other_columns,
  })
  const { corrections } = figures
  return [
    line('Công nợ', 'Nợ đầu kỳ', { due: figures.opening_debt }),
    ...figures.sales.map((sale) => line('Doanh số và hoa hồng', labels.get(sale.line)!, salesOf(sale))),
    ...figures.given_back.map((row) =>
      line('Hoàn tiền (không tính vào doanh số)', labels.get(row.line)!, { orders: row.orders, amount: row.amount }),
    ),
    ...corrections.rows.map((correction) =>
      line('Điều chỉnh kỳ trước', String(correction.order_id), {
        orders: 1,
        amount: correction.amount,
        commission: correction.commission,
        collected: collectedOf(correction),
        due: correction.due,
      }),
    ),
    line('Công nợ', 'Phải nộp trong kỳ', {
      ...salesOf(figures),
      orders: figures.orders + corrections.orders,
      amount: figures.amount + corrections.amount,
      commission: figures.commission + corrections.commission,
      collected: figures.collected + collectedOf(corrections),
    }),
    ...figures.payments.map((payment) =>
      line('Thanh toán và ký quỹ', labels.get(payment.line)!, { orders: payment.payments, due: payment.amount }),
    ),
    line('Công nợ', 'Đã thanh toán', { due: figures.paid }),
    line('Công nợ', 'Nợ cuối kỳ', { due: figures.closing_debt }),
    line('Ký quỹ', 'Ký quỹ cuối kỳ', { due: figures.closing_deposit }),
  ]
}

function salesOf(
  sales: Pick<StatementFigures, 'orders' | 'quantity' | 'amount' | 'fee' | 'commission' | 'collected' | 'due'>,
) {
  const { orders, quantity, amount, fee, commission, collected, due } = sales
  return { orders, quantity, amount, fee, commission, collected, due }
}

/** What the partner collected for corrected orders; a correction has only what is due of it. */
const collectedOf = ({ due, commission }: Pick<StatementFigures['corrections'], 'due' | 'commission'>) =>
  due + commission
