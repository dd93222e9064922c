/** Reads sizes, colours and alignments that the contract allows from HTML of browsers and other programs. */
import { alignments, font_sizes, text_colors } from '#contract/rich-text.ts'

/**
 * Renames the style attributes to data-look, because the content security policy blocks styles in any HTML that is parsed, even if it is never
 * displayed, and a blocked style cannot be read. This does not make HTML safe: the schema and the server remove unknown elements.
 */
export function renameStyles(html: string): string {
  return html
    .replaceAll(/<style\b[\s\S]*?(<\/style\s*>|$)/gi, '')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
      tag.replaceAll(/\sstyle\s*=/gi, ' data-look=').replaceAll(/\son[a-z]+\s*=/gi, ' data-off='),
    )
}

/** A style property of the element or of the spans around it: from data-look, or from the style of an element without it. */
function styleOf(element: HTMLElement, property: string): string {
  const renamed = element.dataset.look
  const ownStyle =
    renamed === undefined
      ? element.style.getPropertyValue(property)
      : (new RegExp(`(?:^|;)\\s*${property}\\s*:([^;]*)`, 'i').exec(renamed)?.[1] ?? '')
  const parent = element.parentElement
  if (ownStyle !== '' || element.localName !== 'span' || parent?.localName !== 'span') return ownStyle.trim()
  return styleOf(parent, property)
}

/** The allowed size nearest to '14pt' or '18.6667px'; null without a length. */
export function sizeOf(element: HTMLElement): number | null {
  const [, number, unit] = /^([\d.]+)(px|pt)$/.exec(styleOf(element, 'font-size')) ?? []
  if (number === undefined) return null
  const pixels = Number(number) * (unit === 'pt' ? 4 / 3 : 1)
  return font_sizes.reduce<number>(
    (best, size) => (Math.abs(size - pixels) < Math.abs(best - pixels) ? size : best),
    14,
  )
}

/** An allowed colour, in whatever notation; null for any other. */
export function colorOf(element: HTMLElement): string | null {
  const writtenColor = styleOf(element, 'color').toLowerCase()
  const channels = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/.exec(writtenColor)?.slice(1)
  const hex = channels
    ? `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
    : writtenColor
  return text_colors.find(({ value }) => value === hex)?.value ?? null
}

export function alignmentOf(element: HTMLElement): (typeof alignments)[number] | null {
  const writtenAlign = styleOf(element, 'text-align').toLowerCase()
  return alignments.find((side) => side === writtenAlign) ?? null
}
