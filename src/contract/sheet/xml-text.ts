/** Reads the part of XML that spreadsheets use, by string search. Only the five standard entities and character references are expanded. */

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Decodes the text between tags: entities, CDATA, and Excel's _x000D_ notation for control characters. */
export function plainText(xml: string): string {
  let text = xml.includes('<![CDATA[')
    ? xml.replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, raw: string) => escapeMarkup(raw))
    : xml
  if (text.includes('&')) {
    text = text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (reference, name: string) => {
      if (!name.startsWith('#')) return entities[name] ?? reference
      return character(name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))
    })
  }
  if (text.includes('_x'))
    text = text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

const escapeMarkup = (raw: string) => raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function character(code: number): string {
  return code > 0x10ffff ? '' : String.fromCodePoint(code)
}

/** An attribute of a tag: `attribute('<c r="B7" s="3"', 'r')` is 'B7'. */
export function attribute(tag: string, name: string): string | null {
  const start = tag.search(new RegExp(String.raw`\s${name}\s*=\s*["']`))
  if (start < 0) return null
  const from = tag.slice(start).search(/["']/) + start
  const to = tag.indexOf(tag[from]!, from + 1)
  return to < 0 ? null : plainText(tag.slice(from + 1, to))
}

/** All start tags of a name with any namespace prefix: `tags(xml, 'sheet')` has '<x:sheet name="…" …'. */
export function tags(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(String.raw`<(?:\w+:)?${name}(?=[\s/>])[^>]*`, 'g'))].map(([tag]) => tag)
}

/** The namespace prefix of a document: 'x:' where its root is `<x:worksheet …>`. */
export function prefixOf(xml: string): string {
  return /<(?![?!])(?:(\w+):)?\w+/.exec(xml)?.[1]?.concat(':') ?? ''
}

/** The text of all `<t>` elements, without phonetic hints (`<rPh>`) of East Asian texts. */
export function joinedText(xml: string, prefix: string): string {
  const open = `<${prefix}t`
  const phonetic = `<${prefix}rPh`
  const content = xml.includes(phonetic)
    ? xml.replaceAll(new RegExp(String.raw`<${prefix}rPh[\s>][\s\S]*?</${prefix}rPh>`, 'g'), '')
    : xml
  let text = ''
  for (let start = content.indexOf(open); start >= 0; start = content.indexOf(open, start)) {
    const close = content.indexOf('>', start)
    if (close < 0) break
    const next_character = content[start + open.length]
    start = close
    // Another element whose name starts the same, or an empty one.
    if ((next_character !== '>' && next_character !== ' ') || content[close - 1] === '/') continue
    const end = content.indexOf(`</${prefix}t>`, close)
    if (end < 0) break
    text += content.slice(close + 1, end)
    start = end
  }
  return plainText(text)
}
