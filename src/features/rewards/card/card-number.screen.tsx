/** The number of one card, to be read to its winner. It is loaded on request, because each look is logged. */
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { useWrite } from '#web/call/api.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { SecretText } from '#web/ui/show/secret-text.tsx'
import { dayText } from '#web/value/format.ts'
import { cards } from './card.contract.ts'

export default function CardNumber({ card_id, onClose }: { card_id: number; onClose: () => void }) {
  const [card, setCard] = useState<AnswerOf<typeof cards.reveal> | null>(null)
  const reveal = useWrite(cards.reveal, { onSuccess: setCard })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mã thẻ"
      {...(card && { description: `Serial ${card.card_serial} · dùng đến hết ${dayText(card.expires_on)}` })}
      size="sm"
      footer={
        card ? (
          <Button variant="primary" onClick={onClose}>
            Đóng
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Để sau</Button>
            <Button variant="primary" icon="eye" busy={reveal.pending} onClick={() => reveal.mutate({ card_id })}>
              Hiện mã
            </Button>
          </>
        )
      }
    >
      <Stack>
        {card && <SecretText text={card.card_number} label="Sao chép mã thẻ" />}
        <Banner kind={card ? 'info' : 'warning'}>
          {card
            ? 'Lần xem này đã được ghi vào nhật ký thao tác.'
            : 'Ai biết mã là dùng được thẻ. Mỗi lần xem đều được ghi vào nhật ký thao tác với tên của bạn.'}
        </Banner>
      </Stack>
    </Dialog>
  )
}
