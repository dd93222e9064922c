/** Converts pasted HTML of Word and Google Docs, which write headings, lists and bold text in their own ways, into the editor's elements. */
import { renameStyles } from './rich-text-styles.ts'

/** The default text size of both programs: it is removed, so that pasted text has the size of typed text. */
const plain_px = { from: 13.9, to: 16.1 }

/** Pasted HTML as HTML for the editor, with renamed style attributes (see renameStyles). */
export function cleanPasted(html: string): string {
  // Copied from this editor.
  if (html.includes('data-pm-slice')) return renameStyles(html)
  const { body } = new DOMParser().parseFromString(renameStyles(html), 'text/html')
  removeNoise(body)
  makeLists(body)
  makeMarks(body)
  lowerHeadings(body)
  straightenLinks(body)
  return body.innerHTML
}

const lookOf = (element: Element) => (element as HTMLElement).dataset.look ?? ''

/** The value of one style property; '' where it is not set. */
function styleOf(element: Element, property: string): string {
  return new RegExp(`(?:^|;)\\s*${property}\\s*:([^;]*)`, 'i').exec(lookOf(element))?.[1]?.trim().toLowerCase() ?? ''
}

/** Invisible elements; Word's own elements have a prefix (o:p). */
const noise = /^(style|script|meta|link|title|xml|colgroup|[a-z]+:[a-z]+)$/

function removeNoise(body: HTMLElement): void {
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const nodes: Node[] = []
  while (comments.nextNode()) nodes.push(comments.currentNode)
  for (const comment of nodes) comment.parentNode?.removeChild(comment)
  for (const element of body.querySelectorAll('*')) if (noise.test(element.nodeName.toLowerCase())) element.remove()
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.nodeValue = texts.currentNode.nodeValue!.replaceAll('\u00a0', ' ')
  // Word separates paragraphs by empty ones, Google Docs by line breaks.
  for (const element of body.querySelectorAll('p')) {
    const hasContent = element.querySelector('img, br') !== null || element.textContent.trim() !== ''
    if (!hasContent && element.parentElement!.childElementCount > 1) element.remove()
  }
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(wrapper)
  for (const element of body.querySelectorAll('br')) if (element.parentElement === body) element.remove()
}

/** Word writes a list as paragraphs with a level, and the bullet or number of each item in a span. */
function makeLists(body: HTMLElement): void {
  let open: { list: Element; level: number }[] = []
  let lastElement: Element | null = null
  for (const paragraph of body.querySelectorAll('p')) {
    const level = Number(/mso-list\s*:\s*l\d+ level(\d)/i.exec(lookOf(paragraph))?.[1] ?? 0)
    if (level === 0) continue
    const bullet = [...paragraph.querySelectorAll('span')].find((span) => /mso-list\s*:\s*ignore/i.test(lookOf(span)))
    const is_numbered = /^\(?([0-9]+|[a-z]{1,3})[.)]/i.test(bullet?.textContent.trim() ?? '')
    bullet?.remove()
    // Adjacent items belong to one list.
    if (lastElement === null || paragraph.previousElementSibling !== lastElement) open = []
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(is_numbered ? 'ol' : 'ul')
      const above = open.at(-1)?.list.lastElementChild
      if (above) above.append(list)
      else {
        paragraph.before(list)
        lastElement = list
      }
      open.push({ list, level })
    }
    const item = document.createElement('li')
    open.at(-1)!.list.append(item)
    item.append(paragraph)
  }
}

const marks: readonly (readonly [tag: string, property: string, pattern: RegExp])[] = [
  ['strong', 'font-weight', /^(bold|bolder|[6-9]00)$/],
  ['em', 'font-style', /^italic$/],
  ['u', 'text-decoration(?:-line)?', /underline/],
  ['s', 'text-decoration(?:-line)?', /line-through/],
]

/** Bold, italic and the like are styles of spans in Google Docs; the editor has elements for them. */
function makeMarks(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll('b, strong'))
    if (styleOf(wrapper, 'font-weight') === 'normal' || styleOf(wrapper, 'font-weight') === '400') unwrap(wrapper)
  for (const span of body.querySelectorAll<HTMLElement>('span[data-look]')) {
    const in_heading = span.closest('h1, h2, h3, h4, h5, h6') !== null
    for (const [tag, property, pattern] of marks) {
      const is_own_look = (tag === 'strong' && in_heading) || (tag === 'u' && span.closest('a') !== null)
      if (!pattern.test(styleOf(span, property)) || is_own_look) continue
      const mark = document.createElement(tag)
      mark.append(...span.childNodes)
      span.append(mark)
    }
    const [, number, unit] = /^([\d.]+)(px|pt)$/.exec(styleOf(span, 'font-size')) ?? []
    const size = Number(number) * (unit === 'pt' ? 4 / 3 : 1)
    if (in_heading || (size > plain_px.from && size < plain_px.to))
      span.dataset.look = lookOf(span).replaceAll(/(^|;)\s*font-size\s*:[^;]*/gi, '')
  }
}

/** The page that shows the text has the h1, so headings with an h1 become one level lower. */
function lowerHeadings(body: HTMLElement): void {
  const by = body.querySelector('h1') ? 1 : 0
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(Number(heading.localName[1]) + by, 4)
    const lower = document.createElement(`h${level}`)
    const style = lookOf(heading)
    if (style) lower.dataset.look = style
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
}

/** Google Docs routes each link through its own redirect page. */
function straightenLinks(body: HTMLElement): void {
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href^="https://www.google.com/url?"]')) {
    const target = new URL(link.href).searchParams.get('q')
    if (target) link.setAttribute('href', target)
  }
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes)
