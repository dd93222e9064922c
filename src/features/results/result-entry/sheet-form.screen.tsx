/** The boxes of a sheet in printed order, and below them the amounts that the operator publishes. */
import type { ReactNode, RefObject } from 'react'
import { Field } from '#web/ui/field/field.tsx'
import { MoneyInput } from '#web/ui/field/money-input.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { NumberSheet } from '#web/ui/sheet/number-sheet.tsx'
import { product } from '#features/results/product/product.contract.ts'
import { publishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { groupRule } from '#features/results/result/entry.rules.ts'
import type { PublishedTiers, Sheet } from './use-sheet.screen.tsx'

interface SheetFormProps {
  sheet: Sheet
  /** Rendered beside a group, such as whether it agrees. */
  asideOf?: (key: string) => ReactNode
  /** Takes the focus after Enter in the last box. */
  end: RefObject<HTMLElement | null>
  onPasteMany?: (text: string) => void
}

/** The maximum length of a series sign, such as 15AN. */
const sign_length = 4

export function SheetForm({ sheet, asideOf, end, onPasteMany }: SheetFormProps) {
  const { category } = sheet.draw
  const groups = inNewspaperOrder(sheet).map((group) => ({
    key: group.key,
    label: group.label,
    hint: groupRule(category, group),
    count: group.count,
    length: group.digits ?? (group.pool === undefined ? sign_length : 2),
    ...(group.is_series && { letters: true }),
    ...(group.key === 'special' && group.count === 1 && { large: true }),
    ...(asideOf && { aside: asideOf(group.key) }),
  }))
  return (
    <NumberSheet
      label="Tờ kết quả"
      groups={groups}
      values={sheet.numbers}
      onNumber={sheet.setNumber}
      problems={sheet.problems}
      end={end}
      {...(onPasteMany && { onPasteMany })}
    />
  )
}

/** The groups as newspapers print them: South and Central from the eighth prize up, the North from the special prize with its series signs. */
function inNewspaperOrder({ draw, shape }: Sheet) {
  return draw.category === product.south || draw.category === product.central ? shape.toReversed() : shape
}

/** Inputs for published tiers: jackpots always, other tiers on request. */
export function AmountFields({ sheet }: { sheet: Sheet }) {
  const tiers = publishedTiers(sheet.draw.category)
  const countedTiers = tiers.filter(({ when }) => when === 'counted')
  return (
    <Stack gap={3}>
      {tiers.map(({ tier, label, when }) => {
        if (when === 'counted') return null
        const value = sheet.published[tier]
        // An amount of 0 would replace that of the prize table: what is emptied is not published.
        const setTier = (typed: number | null, next: PublishedTiers[string]) =>
          sheet.setTier(tier, typed === null && !next.amount && !next.winners ? null : next)
        const { amount = 0, winners = 0 } = value ?? {}
        return (
          <Grid key={tier} columns={2}>
            <Field label={when === 'always' ? label : `${label} (nếu công bố)`}>
              <MoneyInput
                value={value?.amount ?? null}
                onChange={(typed) => setTier(typed, { amount: typed ?? 0, winners })}
              />
            </Field>
            <Field label={`Số giải ${label}`}>
              <NumberInput
                value={value?.winners ?? null}
                min={0}
                onChange={(typed) => setTier(typed, { amount, winners: typed ?? 0 })}
              />
            </Field>
          </Grid>
        )
      })}
      {countedTiers.length > 0 && (
        <Grid columns={3}>
          {countedTiers.map(({ tier, label }) => (
            <Field key={tier} label={`Số ${label.toLowerCase()} (nếu công bố)`}>
              <NumberInput
                value={sheet.published[tier]?.winners ?? null}
                min={0}
                onChange={(winners) => sheet.setTier(tier, winners === null ? null : { amount: 0, winners })}
              />
            </Field>
          ))}
        </Grid>
      )}
    </Stack>
  )
}
