import { useRead } from '#web/api.ts'
import { numberText } from '#web/format.ts'
import { Text } from '#web/ui/text.tsx'
import { moneyConfig } from '#features/wallets/money-config/money-config.contract.ts'

/** Whether the money goes in at once or waits for a second person. */
export function SecondPerson({ amount }: { amount: number }) {
  const { data } = useRead(moneyConfig.get, {}, { fresh: 60_000 })
  if (!data) return null
  const from = numberText(data.deposit_second_from)
  return (
    <Text tone="muted">
      {amount >= data.deposit_second_from
        ? `Từ ${from} đ: tiền vào ví khi người thứ hai xác nhận.`
        : `Dưới ${from} đ: tiền vào ví ngay.`}
    </Text>
  )
}
