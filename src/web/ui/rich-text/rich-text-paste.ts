/**
 * What Word and Google Docs hand over when something is pasted, put into the words of the editor: their headings, lists, weights and tables are
 * written in ways of their own, beside much that nobody sees.
 */
import { looksAside } from './rich-text-styles.ts'

/** The size of plain text there: it is left away, so that pasted text is as large as what is typed. */
const plain_px = { from: 13.9, to: 16.1 }

/** HTML for the editor, with styles put aside under another name (see looksAside). */
export function cleanPasted(html: string): string {
  // It was copied here.
  if (html.includes('data-pm-slice')) return looksAside(html)
  const { body } = new DOMParser().parseFromString(looksAside(html), 'text/html')
  removeNoise(body)
  makeLists(body)
  makeMarks(body)
  lowerHeadings(body)
  straightenLinks(body)
  return body.innerHTML
}

const lookOf = (element: Element) => (element as HTMLElement).dataset.look ?? ''

/** What a style says of one property; '' where it says nothing. */
function styleOf(element: Element, property: string): string {
  return new RegExp(`(?:^|;)\\s*${property}\\s*:([^;]*)`, 'i').exec(lookOf(element))?.[1]?.trim().toLowerCase() ?? ''
}

/** Word's own elements have a prefix. */
const noise = /^(style|script|meta|link|title|xml|colgroup|[a-z]+:[a-z]+)$/

function removeNoise(body: HTMLElement): void {
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const found: Node[] = []
  while (comments.nextNode()) found.push(comments.currentNode)
  for (const comment of found) comment.parentNode?.removeChild(comment)
  for (const element of body.querySelectorAll('*')) if (noise.test(element.nodeName.toLowerCase())) element.remove()
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.nodeValue = texts.currentNode.nodeValue!.replaceAll('\u00a0', ' ')
  // Word parts its paragraphs by empty ones, Google Docs by line breaks between them.
  for (const element of body.querySelectorAll('p')) {
    const holds = element.querySelector('img, br') !== null || element.textContent.trim() !== ''
    if (!holds && element.parentElement!.childElementCount > 1) element.remove()
  }
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(wrapper)
  for (const element of body.querySelectorAll('br')) if (element.parentElement === body) element.remove()
}

/** Word writes a list as paragraphs that name their level, with the sign of each point in a span of its own. */
function makeLists(body: HTMLElement): void {
  let open: { list: Element; level: number }[] = []
  let last: Element | null = null
  for (const point of body.querySelectorAll('p')) {
    const level = Number(/mso-list\s*:\s*l\d+ level(\d)/i.exec(lookOf(point))?.[1] ?? 0)
    if (level === 0) continue
    const sign = [...point.querySelectorAll('span')].find((one) => /mso-list\s*:\s*ignore/i.test(lookOf(one)))
    const is_numbered = /^\(?([0-9]+|[a-z]{1,3})[.)]/i.test(sign?.textContent.trim() ?? '')
    sign?.remove()
    // Points that follow one another are one list.
    if (last === null || point.previousElementSibling !== last) open = []
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = document.createElement(is_numbered ? 'ol' : 'ul')
      const above = open.at(-1)?.list.lastElementChild
      if (above) above.append(list)
      else {
        point.before(list)
        last = list
      }
      open.push({ list, level })
    }
    const item = document.createElement('li')
    open.at(-1)!.list.append(item)
    item.append(point)
  }
}

const marks: readonly (readonly [tag: string, property: string, says: RegExp])[] = [
  ['strong', 'font-weight', /^(bold|bolder|[6-9]00)$/],
  ['em', 'font-style', /^italic$/],
  ['u', 'text-decoration(?:-line)?', /underline/],
  ['s', 'text-decoration(?:-line)?', /line-through/],
]

/** Weights and the like are styles of spans there; here they are elements. */
function makeMarks(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll('b, strong'))
    if (styleOf(wrapper, 'font-weight') === 'normal' || styleOf(wrapper, 'font-weight') === '400') unwrap(wrapper)
  for (const span of body.querySelectorAll<HTMLElement>('span[data-look]')) {
    const in_heading = span.closest('h1, h2, h3, h4, h5, h6') !== null
    for (const [tag, property, says] of marks) {
      const is_own_look = (tag === 'strong' && in_heading) || (tag === 'u' && span.closest('a') !== null)
      if (!says.test(styleOf(span, property)) || is_own_look) continue
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

/** The first heading belongs to the page that shows the text. */
function lowerHeadings(body: HTMLElement): void {
  const by = body.querySelector('h1') ? 1 : 0
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Math.min(Number(heading.localName[1]) + by, 4)
    const lower = document.createElement(`h${level}`)
    const look = lookOf(heading)
    if (look) lower.dataset.look = look
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
}

/** Google Docs leads each link over a page of its own. */
function straightenLinks(body: HTMLElement): void {
  for (const link of body.querySelectorAll<HTMLAnchorElement>('a[href^="https://www.google.com/url?"]')) {
    const target = new URL(link.href).searchParams.get('q')
    if (target) link.setAttribute('href', target)
  }
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes)
