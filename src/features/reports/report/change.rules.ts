import { percentText } from '#contract/text/percent-text.ts'

/** How a figure stands beside an earlier one, in words and colour: the same on tiles and in tables. */
interface ChangeText {
  text: string
  tone: 'green' | 'danger' | 'muted'
}

/** `permille` is null where there is nothing to compare with. */
export function changeText(permille: number | null): ChangeText {
  if (permille === null) return { text: '–', tone: 'muted' }
  if (permille === 0) return { text: '0%', tone: 'muted' }
  return permille > 0
    ? { text: `+${percentText(permille)}`, tone: 'green' }
    : { text: percentText(permille), tone: 'danger' }
}
