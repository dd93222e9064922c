/** Sizes, colours and positions of the contract's lists, read from HTML as browsers and other programs write it. */
import { alignments, fontSizes, textColors } from '#contract/rich-text.ts'

/**
 * The content security policy refuses styles and event handlers in any HTML that is parsed, also where it would never be drawn, and a
 * style so refused cannot be read. So styles are put aside under another name and read from there. This makes nothing safe: that no
 * element but the known ones comes of it is the schema's work here, and the server's.
 */
export function looksAside(html: string): string {
  return html
    .replaceAll(/<style\b[\s\S]*?(<\/style\s*>|$)/gi, '')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) =>
      tag.replaceAll(/\sstyle\s*=/gi, ' data-look=').replaceAll(/\son[a-z]+\s*=/gi, ' data-off='),
    )
}

/** What the element, or a span around it, says of one property; of an element on screen its style says it. */
function declared(element: HTMLElement, property: string): string {
  const aside = element.dataset.look
  const own =
    aside === undefined
      ? element.style.getPropertyValue(property)
      : (new RegExp(`(?:^|;)\\s*${property}\\s*:([^;]*)`, 'i').exec(aside)?.[1] ?? '')
  const around = element.parentElement
  if (own !== '' || element.localName !== 'span' || around?.localName !== 'span') return own.trim()
  return declared(around, property)
}

/** '14pt' and '18.6667px' become the nearest size of the list; null without a length. */
export function sizeOf(element: HTMLElement): number | null {
  const [, number, unit] = /^([\d.]+)(px|pt)$/.exec(declared(element, 'font-size')) ?? []
  if (number === undefined) return null
  const wanted = Number(number) * (unit === 'pt' ? 4 / 3 : 1)
  return fontSizes.reduce<number>((best, size) => (Math.abs(size - wanted) < Math.abs(best - wanted) ? size : best), 14)
}

/** A colour of the palette, however it is written; null for any other. */
export function colorOf(element: HTMLElement): string | null {
  const written = declared(element, 'color').toLowerCase()
  const channels = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/.exec(written)?.slice(1)
  const hex = channels ? `#${channels.map((one) => Number(one).toString(16).padStart(2, '0')).join('')}` : written
  return textColors.find(({ value }) => value === hex)?.value ?? null
}

export function alignmentOf(element: HTMLElement): (typeof alignments)[number] | null {
  const written = declared(element, 'text-align').toLowerCase()
  return alignments.find((side) => side === written) ?? null
}
