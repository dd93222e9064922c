import { moneyText } from '#contract/text/money-text.ts'
import { percentText } from '#contract/text/percent-text.ts'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { useSecond } from '#web/call/clock.ts'
import { timerText, clockText, numberText } from '#web/value/format.ts'
import { moneyWords } from '#contract/text/money-words.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { ticketReturn, type DeskRow } from './ticket-return.contract.ts'

export type Preview = AnswerOf<typeof ticketReturn.preview>

interface SlipProps {
  row: DeskRow
  preview: Preview | undefined
  /** Whether the lines have changed since. */
  isStale: boolean
  failure: string | undefined
  input: InputOf<typeof ticketReturn.returnBatch>
  onSent: (slip: InputOf<typeof ticketReturn.returnBatch>) => void
}

/** What the chosen lines come to, beside the limit of the station, and until when they must be confirmed. */
export function SlipPanel({ row, preview, isStale, failure, input, onSent }: SlipProps) {
  const seconds = Math.floor(Date.parse(row.return_until) / 1_000) - useSecond()
  const send = useAct(ticketReturn.returnBatch, {
    success: (_, slip) => `Đã gửi phiếu ${slip.return_code}, chờ người khác xác nhận.`,
    onDone: (_, slip) => onSent(slip),
    invalidates: invalidated,
  })
  const quantity = preview?.quantity ?? 0
  const returned_count = preview?.terms.returned ?? row.returned + row.return_pending
  const limit = preview?.terms.limit ?? row.limit
  const hasFaults = preview?.lines.some(({ error }) => error !== null)
  const share = `${percentText(row.price_rate / 10)} mệnh giá`
  const price =
    row.face_value === null
      ? share
      : `${moneyText(Math.floor((row.face_value * row.price_rate) / 10_000))} / vé (${share})`
  const whyNot =
    (seconds <= 0 && 'Đã quá giờ hoàn vé của đài.') ||
    (isStale && 'Đang tính lại phiếu.') ||
    (quantity === 0 && (failure ?? 'Chưa có vé nào trên phiếu.')) ||
    (hasFaults && 'Có dòng không hoàn được: hãy sửa hoặc bỏ dòng đó.') ||
    (returned_count + quantity > limit &&
      `Vượt hạn mức hoàn của đài: chỉ hoàn thêm được ${numberText(Math.max(0, limit - returned_count))} vé.`)
  return (
    <Panel
      fill
      scroll
      title="Phiếu hoàn"
      footer={
        <Stack gap={2}>
          <Text tone={seconds < 900 ? 'danger' : 'muted'} size="sm">
            {seconds > 0
              ? `Phải được xác nhận trước ${clockText(row.return_until, true)}, còn ${timerText(seconds)}`
              : 'Đài không nhận lại vé của kỳ này nữa.'}
          </Text>
          <Act
            call={ticketReturn.returnBatch}
            variant="primary"
            aria-keyshortcuts={ariaKeys(keys.save)}
            busy={send.pending}
            whyNot={whyNot}
            onClick={() => send.mutate(input)}
          >
            {`Gửi xác nhận ${numberText(quantity)} vé`}
          </Act>
        </Stack>
      }
    >
      <Stack gap={4}>
        <DescriptionList
          items={[
            { label: 'Bên hoàn', value: row.base_name },
            { label: 'Bên nhận', value: `XSKT ${row.area_name}` },
            { label: 'Giá nhận lại', value: price },
            { label: 'Số vé', value: numberText(quantity) },
          ]}
        />
        <Stack gap={1}>
          <Text size="xl" strong>
            {moneyText(preview?.amount ?? 0)}
          </Text>
          {preview && preview.amount > 0 && <Text tone="muted">{moneyWords(preview.amount)}</Text>}
        </Stack>
        <Text tone={returned_count + quantity > limit ? 'danger' : 'muted'}>
          {`Hạn mức hoàn: ${numberText(returned_count)} + ${numberText(quantity)} = ${numberText(returned_count + quantity)} / ${numberText(limit)} (${percentText(row.limit_rate / 10)} của ${numberText(row.imported)} vé đã nhận)`}
        </Text>
        <Text tone="muted" size="sm">
          Giá và hạn mức được giữ trong phiếu: đổi điều kiện về sau không đổi phiếu này.
        </Text>
      </Stack>
    </Panel>
  )
}
