/** Shows the second person how many groups and tickets for how much money come into which stock. */
import { moneyText } from '#contract/text/money-text.ts'
import { moneyWords } from '#contract/text/money-words.ts'
import { Signals } from '#web/record/signals.tsx'
import { numberText } from '#web/value/format.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { riskSignalsOf } from '#features/tickets/slip-signals.rules.ts'
import { periodText, type GroupSlipRow } from '#features/tickets/ticket-group/group-texts.screen.tsx'

export default function GroupSlipQuestion({ slip }: { slip: GroupSlipRow }) {
  const { base_name, set_count, quantity, amount } = slip
  return (
    <Stack gap={2}>
      <Signals signals={riskSignalsOf(slip)} />
      <Text>
        {numberText(set_count)} cặp, {numberText(quantity)} vé {periodText(slip)} vào {base_name}, tổng{' '}
        {moneyText(amount)}.
      </Text>
      <Text strong>{moneyWords(amount)}</Text>
      <Text tone="muted">Vé vào kho và bán được ngay. Cặp đã duyệt không đổi số được nữa.</Text>
    </Stack>
  )
}
