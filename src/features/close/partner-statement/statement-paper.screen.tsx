/** The printed statement: its lines, its sums with the debt in words, and fields for both signatures. */
import { changeText, moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { useRead } from '#web/call/api.ts'
import { signedText } from '#web/record/facts.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { PrintableDocument } from '#web/ui/print/printable-document.tsx'
import { dayText, momentText, numberText, textOf } from '#web/value/format.ts'
import {
  partnerStatement,
  Statement,
  type StatementDetailRow,
  type StatementRow,
} from './partner-statement.contract.ts'
import { debtLimitText, debtText, linesOf } from './statement.rules.ts'

export default function StatementPaper({ row, onClose }: { row: StatementRow; onClose: () => void }) {
  const read = useRead(partnerStatement.detail, { statement_id: row.statement_id })
  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      title={`Bản in ${row.statement_code}`}
      footer={
        <>
          <Button onClick={onClose}>Đóng</Button>
          <Button
            variant="primary"
            icon="document"
            whyNot={!read.data && 'Đang đọc bảng đối soát'}
            onClick={() => window.print()}
          >
            In bảng
          </Button>
        </>
      }
    >
      <ReadFallback read={read} lines={12} />
      {read.data && <Paper row={read.data} />}
    </Dialog>
  )
}

function Paper({ row }: { row: StatementDetailRow }) {
  const { figures } = row
  const { corrections, closing_debt } = figures
  const labels = linesOf(figures)
  return (
    <PrintableDocument
      issuer={{ name: 'Trụ sở chính', detail: 'Bên đối soát' }}
      reference={{ number: `Số: ${row.statement_code}`, made_at: `Số liệu lúc ${momentText(row.as_of)}` }}
      title="Bảng đối soát công nợ đại lý"
      subtitle={`${row.partner_name} (${row.partner_code}) · Từ ngày ${dayText(row.from_date)} đến ngày ${dayText(row.to_date)}`}
      facts={[
        ['Trạng thái', textOf(infoOf(Statement.shape.status), row.status)],
        ['Hạn mức nợ', debtLimitText(row.debt_limit)],
        ['Đại lý xác nhận', signedText(row.agent_by_name, row.agent_at) ?? '–'],
        ['Trụ sở xác nhận', signedText(row.office_by_name, row.office_at) ?? '–'],
      ]}
      columns={['STT', 'Sản phẩm · nguồn tiền', 'Số đơn', 'Doanh số', 'Hoa hồng', 'Phải nộp']}
      lines={figures.sales.map((sale, index) => [
        numberText(index + 1),
        labels.get(sale.line)!,
        numberText(sale.orders),
        numberText(sale.amount),
        numberText(sale.commission),
        numberText(sale.due),
      ])}
      sums={[
        ['Tổng doanh số', moneyText(figures.amount)],
        ['Tổng phí khách trả', moneyText(figures.fee)],
        ['Tổng hoa hồng', moneyText(figures.commission)],
        ['Nợ đầu kỳ', moneyText(figures.opening_debt)],
        ...(corrections.orders > 0
          ? [[`Điều chỉnh kỳ trước (${numberText(corrections.orders)} đơn)`, changeText(corrections.due)] as const]
          : []),
        ['Phải nộp trong kỳ', moneyText(figures.due)],
        ...figures.payments.map(({ line, amount }) => [labels.get(line)!, moneyText(amount)] as const),
        ['Ký quỹ cuối kỳ', moneyText(figures.closing_deposit)],
        ['Nợ cuối kỳ', moneyText(closing_debt)],
      ]}
      amount_in_words={`${debtText(closing_debt)}. Bằng chữ: ${moneyWords(Math.abs(closing_debt))}.`}
      signatures={[
        ['Người lập bảng', row.created_by_full_name ?? 'Hệ thống'],
        ['Đại diện đại lý', row.agent_by_full_name],
        ['Đại diện trụ sở', row.office_by_full_name],
      ]}
    />
  )
}
