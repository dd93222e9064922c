/** 'Thử': calculates the fee for an amount, a source and a product, and shows its rule, by the same code as real orders. */
import { useState } from 'react'
import { infoOf } from '#contract/schema.ts'
import { changeText, moneyText } from '#contract/text/money-text.ts'
import { useRead } from '#web/call/api.ts'
import { dayText } from '#web/value/format.ts'
import { Select } from '#web/ui/field/select.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { MoneyInput } from '#web/ui/field/money-input.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { category as categoryField, product, type Product } from '#features/results/product/product.contract.ts'
import { groupVipFee, type FeeRow } from './fee.contract.ts'
import { productName, type Vendor } from './fee-lanes.screen.tsx'
import { rangeText, stepsOf } from './fee-text.rules.ts'

const products = infoOf(categoryField())!.options!.map(({ value, label }) => ({ value: value as Product, label }))

interface TryPanelProps {
  group_vip_id: number
  vendors: readonly Vendor[]
  /** The next day on which something changes. */
  nextDay: string | null
  onOpen?: (fee: FeeRow) => void
}

export function TryPanel({ group_vip_id, vendors, nextDay, onOpen }: TryPanelProps) {
  const defaultVendor = vendors.find(({ vendor_code }) => vendor_code === 'MOMO') ?? vendors[0]!
  const [amount, setAmount] = useState<number | null>(1_200_000)
  const [payment_vendor_id, setVendor] = useState(defaultVendor.payment_vendor_id)
  const [category, setCategory] = useState<Product>(product.south)
  const order = { group_vip_id, amount: amount ?? 0, payment_vendor_id, category }
  const now = useRead(groupVipFee.try, order, { keepPrevious: true, enabled: amount !== null })
  const laterQuote = useRead(
    groupVipFee.try,
    { ...order, on: nextDay },
    { keepPrevious: true, enabled: amount !== null && nextDay !== null },
  )
  return (
    <Panel
      title="Thử"
      actions={
        <Text tone="muted" size="sm">
          tính như lúc khách đặt
        </Text>
      }
    >
      <Stack gap={3}>
        <Field label="Giá trị đơn">
          <MoneyInput value={amount} onChange={setAmount} />
        </Field>
        <Grid columns={2}>
          <Field label="Nguồn TT">
            <Select
              value={payment_vendor_id}
              onChange={setVendor}
              options={vendors.map(({ payment_vendor_id: value, vendor_name: label }) => ({ value, label }))}
            />
          </Field>
          <Field label="Sản phẩm">
            <Select value={category} onChange={setCategory} options={products} />
          </Field>
        </Grid>
        {amount !== null && now.data && <Answer amount={amount} answer={now.data} onOpen={onOpen} />}
        {now.error && <Text tone="danger">{now.error.message}</Text>}
        {nextDay !== null && now.data && laterQuote.data && (
          <Row wrap={false}>
            <Text tone="muted">{`Từ ${dayText(nextDay)}`}</Text>
            <Spacer />
            <Text strong>{moneyText(laterQuote.data.fee)}</Text>
            {laterQuote.data.fee !== now.data.fee && (
              <Text tone={laterQuote.data.fee < now.data.fee ? 'green' : 'amber'}>
                {changeText(laterQuote.data.fee - now.data.fee)}
              </Text>
            )}
          </Row>
        )}
      </Stack>
    </Panel>
  )
}

interface AnswerProps {
  amount: number
  answer: { fee: number; rule: FeeRow | null }
  onOpen: TryPanelProps['onOpen']
}

function Answer({ amount, answer: { fee, rule }, onOpen }: AnswerProps) {
  return (
    <Stack gap={1}>
      <Row wrap={false} align="end">
        <Text tone="muted">Phí</Text>
        <Spacer />
        <Text size="xl" strong>
          {moneyText(fee)}
        </Text>
      </Row>
      {rule === null ? (
        <Text tone="muted" size="sm">
          Không có quy tắc nào cho đơn này, nên không thu phí.
        </Text>
      ) : (
        <>
          {stepsOf(rule, amount).map((step) => (
            <Text key={step} tone="muted" size="sm">
              {step}
            </Text>
          ))}
          <Row>
            {onOpen ? (
              <Button size="sm" variant="quiet" iconEnd="chevron-right" onClick={() => onOpen(rule)}>
                {ruleName(rule)}
              </Button>
            ) : (
              <Text size="sm">{ruleName(rule)}</Text>
            )}
          </Row>
        </>
      )}
    </Stack>
  )
}

/** A rule's name for people: 'MoMo 200.001 – 2.000.000'. */
export function ruleName(rule: FeeRow): string {
  const product_part = rule.category === null ? '' : ` · ${productName(rule.category)}`
  return `${rule.vendor_name ?? 'Mọi nguồn'}${product_part} ${rangeText(rule)}`
}
