/** Sizes and colours of the contract's lists, read from CSS as browsers and other programs write it. */
import { fontSizes, textColors } from '#contract/rich-text.ts'

/** '14pt' and '18.6667px' → the nearest size of the list; null for what is no length. */
export function sizeOf(css: string): number | null {
  const [, number, unit] = /^([\d.]+)(px|pt)$/.exec(css.trim()) ?? []
  if (number === undefined) return null
  const wanted = Number(number) * (unit === 'pt' ? 4 / 3 : 1)
  return fontSizes.reduce<number>((best, size) => (Math.abs(size - wanted) < Math.abs(best - wanted) ? size : best), 14)
}

/** A colour of the palette, however the browser writes it; null for any other. */
export function colorOf(css: string): string | null {
  const channels = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/.exec(css.trim())?.slice(1)
  const hex = channels ? `#${channels.map((one) => Number(one).toString(16).padStart(2, '0')).join('')}` : css.trim()
  return textColors.find(({ value }) => value === hex.toLowerCase())?.value ?? null
}
