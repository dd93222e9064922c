/** The printed receipt: the payment for each ticket, the amount in words, and fields for signatures. */
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import type { AnswerOf } from '#contract/call.ts'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { dayText, momentText, numberText, phoneText, textOf } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { PrintableDocument } from '#web/ui/print/printable-document.tsx'
import { Claim, claims } from './claim.contract.ts'

export default function ClaimPaper({ claim_id, onClose }: { claim_id: number; onClose: () => void }) {
  const read = useRead(claims.detail, { claim_id })
  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      title={`Biên nhận ${read.data?.claim_code ?? ''}`}
      footer={
        <>
          <Button onClick={onClose}>Đóng</Button>
          <Button
            variant="primary"
            icon="document"
            whyNot={!read.data && 'Đang đọc lượt nhận'}
            onClick={() => window.print()}
          >
            In biên nhận
          </Button>
        </>
      }
    >
      <ReadFallback read={read} lines={12} />
      {read.data && <Paper row={read.data} />}
    </Dialog>
  )
}

const { shape } = Claim

function Paper({ row }: { row: AnswerOf<typeof claims.detail> }) {
  const { papers, gross, tax, fee, amount, pay_method, transfer_ref } = row
  const draw = row.area_name ?? textOf(infoOf(shape.category), row.category)
  return (
    <PrintableDocument
      issuer={{ name: 'Vé Số Back Office', detail: 'Quầy trả thưởng' }}
      reference={{ number: `Số: ${row.claim_code}`, made_at: momentText(row.decided_at ?? row.created_at) }}
      title="Biên nhận trả thưởng"
      subtitle={`${draw} · Mở thưởng ngày ${dayText(row.open_date)} · Mã trả thưởng ${row.reward_code}`}
      facts={[
        ['Người lĩnh thưởng', row.full_name],
        ['Số điện thoại', row.msisdn ? phoneText(row.msisdn) : '–'],
        ['Số căn cước, hộ chiếu', row.id_number ?? '–'],
        ['Trả bằng', [textOf(infoOf(shape.pay_method), pay_method), transfer_ref].filter(Boolean).join(' · ')],
      ]}
      columns={['STT', 'Vé trúng', 'Số tờ']}
      lines={papers.map(({ numbers, series, quantity }, index) => [
        numberText(index + 1),
        [numbers, series && `sê-ri ${series}`].filter(Boolean).join(' · '),
        numberText(quantity),
      ])}
      sums={[
        [`Tiền thưởng (${row.prizes})`, moneyText(gross)],
        ['Thuế thu nhập cá nhân', moneyText(tax)],
        ['Phí trả thưởng', moneyText(fee)],
        ['Thực nhận', moneyText(amount)],
      ]}
      amount_in_words={`Bằng chữ: ${moneyWords(amount)}.`}
      note="Người lĩnh thưởng đã nhận đủ số tiền trên và đã giao vé trúng thưởng cho quầy."
      signatures={[
        ['Người lĩnh thưởng', row.full_name],
        ['Người nhận vé', row.created_by_full_name],
        ...(row.decided_by_full_name === null ? [] : [['Người duyệt', row.decided_by_full_name] as const]),
      ]}
    />
  )
}
