import { useRead } from '#web/call/api.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { moneyConfig } from '#features/wallets/money-config/money-config.contract.ts'
import { needsSecondPerson } from './deposit.rules.ts'

/** Says whether the money goes in at once or waits for a second person. */
export function SecondPerson({ amount, is_second = false }: { amount: number; is_second?: boolean }) {
  const { data } = useRead(moneyConfig.get, {}, { fresh_ms: 60_000 })
  if (!data) return null
  if (is_second) return <Text tone="muted">Bạn là người thứ hai: tiền vào ví ngay.</Text>
  const from = moneyText(data.deposit_second_from)
  return (
    <Text tone="muted">
      {needsSecondPerson(data, amount)
        ? `Từ ${from}: tiền vào ví khi người thứ hai xác nhận.`
        : `Dưới ${from} một ngày, cộng dồn theo người và theo ví: tiền vào ví ngay.`}
    </Text>
  )
}
