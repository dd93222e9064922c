import { percentText } from '#contract/text/percent-text.ts'

/** A change against an earlier figure as text and tone, for tiles and tables. */
interface ChangeText {
  text: string
  tone: 'green' | 'danger' | 'muted'
}

/** The change in thousandths as text; null when there is nothing to compare with. */
export function changeText(permille: number | null): ChangeText {
  if (permille === null) return { text: '–', tone: 'muted' }
  if (permille === 0) return { text: '0%', tone: 'muted' }
  return permille > 0
    ? { text: `+${percentText(permille)}`, tone: 'green' }
    : { text: percentText(permille), tone: 'danger' }
}
