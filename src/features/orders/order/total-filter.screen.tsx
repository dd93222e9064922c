/** A filter by the total of orders, from one amount to another. */
import { useState } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import type { CustomFilter } from '#web/filter/filter.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { MoneyInput } from '#web/ui/field/money-input.tsx'
import type { List } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { orderFilters } from './order.contract.ts'

export const totalFilter: CustomFilter = {
  key: 'total',
  names: ['total_from', 'total_to'],
  width: 330,
  draw: (list) => <TotalFilter list={list} />,
  text: (list) => {
    const { total_from, total_to } = amountsIn(list.state)
    const ends = [
      total_from !== null && `từ ${moneyText(total_from)}`,
      total_to !== null && `đến ${moneyText(total_to)}`,
    ]
    return `Tổng tiền: ${ends.filter(Boolean).join(' ')}`
  },
}

interface Amounts {
  total_from: number | null
  total_to: number | null
}

function amountsIn({ total_from, total_to }: List['state']): Amounts {
  return { total_from: (total_from as number) ?? null, total_to: (total_to as number) ?? null }
}

/** Searches once an amount is typed completely: a half-typed one would find other orders. */
function TotalFilter({ list }: { list: List }) {
  const inForce = amountsIn(list.state)
  const [draft, setDraft] = useState({ inForce, typed: inForce })
  const isSame = draft.inForce.total_from === inForce.total_from && draft.inForce.total_to === inForce.total_to
  const { typed } = isSame ? draft : { typed: inForce }
  if (!isSame) setDraft({ inForce, typed })
  const { total_from, total_to } = typed
  const isWrong = total_from !== null && total_to !== null && total_from > total_to
  const apply = () => {
    if (isWrong || (total_from === inForce.total_from && total_to === inForce.total_to)) return
    list.filter({ total_from: total_from ?? undefined, total_to: total_to ?? undefined })
  }
  const field = (name: keyof Amounts) => (
    <Field
      label={infoOf(orderFilters[name])!.label}
      width="sm"
      error={name === 'total_to' && isWrong && 'Không nhỏ hơn số tiền từ'}
    >
      <MoneyInput
        value={typed[name]}
        onChange={(amount) => setDraft({ inForce, typed: { ...typed, [name]: amount } })}
        onBlur={apply}
        onEnter={apply}
      />
    </Field>
  )
  return (
    <>
      {field('total_from')}
      {field('total_to')}
    </>
  )
}
