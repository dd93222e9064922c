/**
 * Sanitises every rich text of an input before its handler runs, so that no feature can forget to. What is stored is a fixed, small set of elements
 * with sizes, colours and alignments from the contract's lists; sanitising it again changes nothing.
 */
import sanitize from 'sanitize-html'
import type * as z from 'zod/mini'
import { image_pattern, link_pattern } from '#contract/fields.ts'
import { unwrap, defOf, infoOf, shapeOf } from '#contract/schema.ts'
import { alignments, font_sizes, heading_levels, isEmptyText, text_colors } from '#contract/rich-text.ts'

type Schema = z.core.$ZodType

const headings = heading_levels.map((level) => `h${level}`)
const blocks = ['p', ...headings]
const word_tags = [...blocks, 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'span']
const cells = ['td', 'th']
const table_tags = ['table', 'tbody', 'tr', ...cells]
const oneOf = (words: readonly (string | number)[], unit = '') => new RegExp(`^(${words.join('|')})${unit}$`)

/** The colours of the contract by the form in which browsers rewrite them, such as 'rgb(180,35,35)' of '#b42323'. */
const hex_by_rgb = new Map<string, string>(
  text_colors.map(({ value }) => {
    const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(value.slice(start, start + 2), 16))
    return [`rgb(${red},${green},${blue})`, value]
  }),
)
const inHex = (style: string) =>
  style.replaceAll(/rgb\([\d\s,]{5,20}\)/g, (color) => hex_by_rgb.get(color.replaceAll(/\s/g, '')) ?? 'none')

/** Styles that would override those of the page that shows the text are not allowed. */
const cleanStyle = (style: string) => inHex(style.toLowerCase()).replaceAll(/!\s*important/g, '')

/** Cells may span several columns or rows, up to what fits on a phone. */
const keepSpans: sanitize.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: Object.fromEntries(
    ['colspan', 'rowspan'].flatMap((name) =>
      /^([2-9]|1\d|20)$/.test(attribs[name] ?? '') ? [[name, attribs[name]!]] : [],
    ),
  ),
})

const max_alt_length = 150

const outside_link = { rel: 'noopener noreferrer nofollow', target: '_blank' }

const rules: sanitize.IOptions = {
  allowedTags: [...word_tags, ...table_tags, 'img'],
  allowedAttributes: {
    ...Object.fromEntries(blocks.map((tag) => [tag, ['style']])),
    ...Object.fromEntries(cells.map((tag) => [tag, ['colspan', 'rowspan']])),
    span: ['style'],
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt'],
  },
  allowedStyles: {
    ...Object.fromEntries(blocks.map((tag) => [tag, { 'text-align': [oneOf(alignments)] }])),
    span: { 'font-size': [oneOf(font_sizes, 'px')], color: [oneOf(text_colors.map(({ value }) => value))] },
  },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  nestingLimit: 30,
  // A picture on another server would tell that server who reads the text; a picture without alt text is useless to the blind.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && (!attribs.src || !attribs.alt),
  transformTags: {
    h1: headings[0]!,
    ...Object.fromEntries(
      blocks.map((tag) => [
        tag,
        (tagName: string, { style }: sanitize.Attributes) => ({
          tagName,
          attribs: (style === undefined ? {} : { style: cleanStyle(style) }) as sanitize.Attributes,
        }),
      ]),
    ),
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    span: (tagName, { style = '' }) => ({ tagName, attribs: { style: cleanStyle(style) } }),
    ...Object.fromEntries(cells.map((tag) => [tag, keepSpans])),
    img: (tagName, { src = '', alt = '' }) => ({
      tagName,
      attribs: (image_pattern.test(src)
        ? { src, alt: alt.trim().slice(0, max_alt_length) }
        : {}) as sanitize.Attributes,
    }),
    a: (tagName, { href = '' }) => ({
      tagName,
      // A link without an address stays an <a>: renaming it to a forbidden element would leave misplaced end tags behind.
      attribs: (link_pattern.test(href) ? { href, ...outside_link } : {}) as sanitize.Attributes,
    }),
  },
}

/** The sanitised text; empty when neither a word nor a picture is left. */
export function sanitizeRichText(html: string): string {
  const clean = sanitizedRepeatedly(html)
  return isEmptyText(clean) ? '' : clean
}

/**
 * Removing an element may move its content to a place where it is parsed differently next time, and normalizing joins the end of a tag with a combining
 * character behind it, so this repeats until nothing changes.
 */
function sanitizedRepeatedly(html: string, passes = 10): string {
  const clean = sanitize(html, rules).normalize('NFC')
  if (clean === html) return clean
  return passes > 0 ? sanitizedRepeatedly(clean, passes - 1) : ''
}

/** The input with all of its rich texts sanitised; what does not fit the schema is left for validation to refuse. */
export function sanitizeInput(schema: Schema, raw: unknown): unknown {
  if (!hasRichText(schema)) return raw
  if (typeof raw === 'string') return infoOf(schema)?.kind === 'rich' ? sanitizeRichText(raw) : raw
  if (Array.isArray(raw)) {
    const { element } = defOf(unwrap(schema))
    return element ? raw.map((item) => sanitizeInput(element, item)) : raw
  }
  if (raw === null || typeof raw !== 'object') return raw
  const shape = shapeOf(schema)
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      Object.hasOwn(shape, name) ? sanitizeInput(shape[name]!, value) : value,
    ]),
  )
}

const rich_text_schemas = new WeakMap<Schema, boolean>()

function hasRichText(schema: Schema): boolean {
  const cached = rich_text_schemas.get(schema)
  if (cached !== undefined) return cached
  const { element } = defOf(unwrap(schema))
  const parts = [...Object.values(shapeOf(schema)), ...(element ? [element] : [])]
  const has_rich_text = infoOf(schema)?.kind === 'rich' || parts.some(hasRichText)
  rich_text_schemas.set(schema, has_rich_text)
  return has_rich_text
}
