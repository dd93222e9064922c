import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { show } from './kinds.tsx'
import type { DescriptionItem } from './ui/description-list.tsx'

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
  return names.map((name) => {
    const info = infoOf(shape[name]!)!
    return {
      label: info.label,
      value: name in values ? values[name] : show(info, row[name]),
      wide: wide?.has(name) ?? false,
    }
  })
}
