/** A rich text taken apart: its paragraphs, the points of its lists and the rows of its tables, and the headings that they stand under. */
import { compareBlocks, type Block, type Pair } from './compare-blocks.ts'
import { bodyOf } from './rich-text-nodes.tsx'

export interface RichBlock extends Block {
  /** Holds the block alone. */
  holder: HTMLElement
  is_heading: boolean
}

export function blocksOf(html: string): RichBlock[] {
  return [...bodyOf(html).children].flatMap((element) => {
    if (element.localName === 'ul' || element.localName === 'ol') return pointsOf(element)
    return element.localName === 'table' ? rowsOf(element) : [blockOf([element])]
  })
}

/** Each row of a table as a table of its own. */
function rowsOf(table: Element): RichBlock[] {
  return [...table.querySelectorAll('tr')].map((row) => {
    const alone = table.cloneNode(false) as HTMLElement
    alone.append(row.cloneNode(true))
    return blockOf([alone])
  })
}

/** Each point of a list as a list of its own that goes on counting. */
function pointsOf(list: Element): RichBlock[] {
  return [...list.children].map((point, index) => {
    const alone = list.cloneNode(false) as HTMLElement
    if (list.localName === 'ol') alone.setAttribute('start', String(index + 1))
    alone.append(point.cloneNode(true))
    return blockOf([alone])
  })
}

function blockOf(elements: readonly Element[]): RichBlock {
  const holder = elements[0]!.ownerDocument.createElement('div')
  for (const element of elements) holder.append(element.cloneNode(true))
  const [only] = elements
  return {
    holder,
    text: holder.textContent,
    // A point that only moved is the same point.
    look: holder.innerHTML.replace(/ start="\d+"/, ''),
    is_heading: /^h\d$/.test(only!.localName),
  }
}

export const compareTexts = (before: string, after: string): Pair<RichBlock>[] =>
  compareBlocks(blocksOf(before), blocksOf(after))

/** A part of a text from one heading to the next. */
export interface Section {
  title: string
  /** The place of its heading among the blocks. */
  at: number
  /** How many of its blocks are not the same in the other version. */
  changes: number
}

/** The table of contents of what stands side by side. */
export function sectionsOf(pairs: readonly Pair<RichBlock>[]): Section[] {
  const sections: Section[] = []
  for (const [at, { before, after, kind }] of pairs.entries()) {
    const shown = after ?? before
    if (shown?.is_heading) sections.push({ title: shown.text, at, changes: 0 })
    const last = sections.at(-1)
    if (last && kind !== 'same') last.changes++
  }
  return sections
}
