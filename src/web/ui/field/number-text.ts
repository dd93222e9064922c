import { numberText } from '#contract/text/number-text.ts'

/** 1500000 → '1.500.000'. */
export function groupedNumber(value: number | null): string {
  return value === null ? '' : numberText(value, 0)
}
