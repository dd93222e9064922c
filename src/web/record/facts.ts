import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import type { DescriptionItem } from '#web/ui/show/description-list.tsx'

interface FactsOptions<N extends string> {
  /** Replaces the rendered value of a field: 'không giới hạn', a link. */
  values?: Partial<Record<N, ReactNode>>
  /** Fields with long text, which take the whole width. */
  wide?: ReadonlySet<string>
}

/** Items of a DescriptionList: fields of a record with labels and rendering from its schema. */
export function factsOf<Row extends object, N extends keyof Row & string>(
  schema: z.core.$ZodType,
  row: Row,
  names: readonly N[],
  { values = {}, wide }: FactsOptions<N> = {},
): DescriptionItem[] {
  const shape = shapeOf(schema)
  const texts = names.map((name) => [name, name in values ? values[name] : show(infoOf(shape[name]!)!, row[name])])
  return itemsOf(schema, Object.fromEntries(texts), wide && { wide })
}

/** Items of a DescriptionList with custom values; labels come from the schema. */
export function itemsOf(
  schema: z.core.$ZodType,
  values: Record<string, ReactNode>,
  { wide }: { wide?: ReadonlySet<string> } = {},
): DescriptionItem[] {
  const shape = shapeOf(schema)
  return Object.entries(values).map(([name, value]) => ({
    label: infoOf(shape[name]!)!.label,
    value,
    wide: wide?.has(name) ?? false,
  }))
}

/** 'Nguyễn An, 09:30 23/11/2026': who did something and when; null where nobody did. */
export function signedText(name: string | null, moment: string | null): string | null {
  return name && (moment === null ? name : `${name}, ${momentText(moment)}`)
}
