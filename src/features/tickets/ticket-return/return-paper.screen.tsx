/** The printed slip: what is returned, sums in words, and lines for the signatures of both sides. */
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { percentText } from '#contract/text/percent-text.ts'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { dayText, momentText, numberText, textOf } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { PrintableDocument } from '#web/ui/print/printable-document.tsx'
import { max_printed_lines, ticketReturn, type ReturnRow } from './ticket-return.contract.ts'
import { returnLife } from './return-life.contract.ts'

export interface ReturnPaperProps {
  /** The slip to print; null while none is shown. */
  slip: ReturnRow | null
  onClose: () => void
}

export default function ReturnPaper({ slip, onClose }: ReturnPaperProps) {
  const ticket_return_id = slip?.ticket_return_id ?? 0
  const input = { ticket_return_id, page_size: max_printed_lines, part: 'rows' as const }
  const read = useRead(ticketReturn.detail, input, { enabled: slip !== null })
  const fits = slip !== null && slip.line_count <= max_printed_lines
  return (
    <Dialog
      open={slip !== null}
      onClose={onClose}
      size="xl"
      title={slip ? `Bản in phiếu ${slip.return_code}` : 'Bản in phiếu hoàn'}
      footer={
        <>
          <Button onClick={onClose}>Đóng</Button>
          <Button
            variant="primary"
            icon="document"
            whyNot={!read.data && 'Đang đọc phiếu'}
            onClick={() => window.print()}
          >
            In phiếu
          </Button>
        </>
      }
    >
      <ReadFallback read={read} lines={12} />
      {slip && read.data && (
        <PrintableDocument
          issuer={{ name: slip.base_name, detail: 'Bên hoàn vé' }}
          reference={{ number: `Số: ${slip.return_code}`, made_at: `Lập lúc ${momentText(slip.created_at)}` }}
          title="Phiếu hoàn vé xổ số"
          subtitle={`Kính gửi: XSKT ${slip.area_name} · Kỳ mở thưởng ngày ${dayText(slip.open_date)}`}
          facts={factsOf(slip)}
          columns={['STT', 'Dãy số', 'SL', 'Thành tiền']}
          lines={(fits ? read.data.items : []).map(({ number, series, quantity, amount }, index) => [
            numberText(index + 1),
            `${number}${series ? ` ${series}` : ''}`,
            numberText(quantity),
            numberText(amount),
          ])}
          sums={[
            ['Tổng số vé hoàn', `${numberText(slip.quantity)} vé`],
            ['Tổng mệnh giá', moneyText(slip.face_amount)],
            ['Số tiền đài ghi có', moneyText(slip.amount)],
          ]}
          amount_in_words={`Bằng chữ: ${moneyWords(slip.amount)}.`}
          note={fits ? null : `Bảng kê ${numberText(slip.line_count)} dãy số theo tệp đính kèm của phiếu.`}
          signatures={[
            ['Người lập phiếu', read.data.slip.created_by_full_name],
            [
              'Người xác nhận',
              slip.status === returnLife.status.confirmed ? read.data.slip.decided_by_full_name : null,
            ],
            ['Đại diện nhà đài', null],
          ]}
        />
      )}
    </Dialog>
  )
}

function factsOf(slip: ReturnRow): [string, string][] {
  return [
    ['Trạng thái', textOf(infoOf(returnLife.field()), slip.status)],
    ['Giờ chốt hoàn', momentText(slip.return_until)],
    ['Giá nhận lại', `${percentText(slip.price_rate / 10)} mệnh giá`],
    ['Hạn mức hoàn', `${percentText(slip.limit_rate / 10)} của ${numberText(slip.received)} vé đã nhận`],
    ['Lý do', slip.reason],
    [
      'Xác nhận lúc',
      slip.decided_at && slip.status === returnLife.status.confirmed ? momentText(slip.decided_at) : '–',
    ],
  ]
}
