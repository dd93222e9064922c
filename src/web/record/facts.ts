import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import type { DescriptionItem } from '#web/ui/show/description-list.tsx'

interface FactsLook<N extends string> {
  /** How those are said that the record alone does not say: what has no limit, where a link leads. */
  values?: Partial<Record<N, ReactNode>>
  /** For much text: these take the whole width. */
  wide?: ReadonlySet<string>
}

/** Fields of a record for a DescriptionList, labelled and shown as its contract says. */
export function factsOf<Row extends object, N extends keyof Row & string>(
  of: z.core.$ZodType,
  row: Row,
  names: readonly N[],
  { values = {}, wide }: FactsLook<N> = {},
): DescriptionItem[] {
  const shape = shapeOf(of)
  const shown = names.map((name) => [name, name in values ? values[name] : show(infoOf(shape[name]!)!, row[name])])
  return itemsOf(of, Object.fromEntries(shown), wide && { wide })
}

/** Values that are shown in a way of their own, each labelled as the contract names its field. */
export function itemsOf(
  of: z.core.$ZodType,
  values: Record<string, ReactNode>,
  { wide }: { wide?: ReadonlySet<string> } = {},
): DescriptionItem[] {
  const shape = shapeOf(of)
  return Object.entries(values).map(([name, value]) => ({
    label: infoOf(shape[name]!)!.label,
    value,
    wide: wide?.has(name) ?? false,
  }))
}

/** Who did it and when; null where nobody has. */
export function signed(name: string | null, at: string | null): string | null {
  return name && (at === null ? name : `${name}, ${momentText(at)}`)
}
