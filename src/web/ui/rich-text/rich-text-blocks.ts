/** Splits a rich text into blocks for comparing: paragraphs, list items and table rows; and into sections by its headings. */
import { compareBlocks, type Block, type Pair } from './compare-blocks.ts'
import { bodyOf } from './rich-text-nodes.tsx'

export interface RichBlock extends Block {
  /** A detached element with only this block. */
  holder: HTMLElement
  is_heading: boolean
}

export function blocksOf(html: string): RichBlock[] {
  return [...bodyOf(html).children].flatMap((element) => {
    if (element.localName === 'ul' || element.localName === 'ol') return itemsOf(element)
    return element.localName === 'table' ? blocksOfTable(element) : [blockOf([element])]
  })
}

/** Each row of a table as a separate table. */
function blocksOfTable(table: Element): RichBlock[] {
  return [...table.querySelectorAll('tr')].map((row) => {
    const emptyTable = table.cloneNode(false) as HTMLElement
    emptyTable.append(row.cloneNode(true))
    return blockOf([emptyTable])
  })
}

/** Each item of a list as a separate list, which keeps its number. */
function itemsOf(list: Element): RichBlock[] {
  return [...list.children].map((item, index) => {
    const emptyList = list.cloneNode(false) as HTMLElement
    if (list.localName === 'ol') emptyList.setAttribute('start', String(index + 1))
    emptyList.append(item.cloneNode(true))
    return blockOf([emptyList])
  })
}

function blockOf(elements: readonly Element[]): RichBlock {
  const holder = elements[0]!.ownerDocument.createElement('div')
  for (const element of elements) holder.append(element.cloneNode(true))
  const [only] = elements
  return {
    holder,
    text: holder.textContent,
    // An item whose number changed is the same item.
    look: holder.innerHTML.replace(/ start="\d+"/, ''),
    is_heading: /^h\d$/.test(only!.localName),
  }
}

/** Compares two versions of a rich text, given as HTML, block by block. */
export const compareTexts = (before: string, after: string): Pair<RichBlock>[] =>
  compareBlocks(blocksOf(before), blocksOf(after))

/** A section: the part of a text from one heading to the next. */
export interface Section {
  title: string
  /** The index of its heading among the pairs. */
  position: number
  /** How many of its blocks differ between the versions. */
  changes: number
}

/** The table of contents of two compared versions. */
export function sectionsOf(pairs: readonly Pair<RichBlock>[]): Section[] {
  const sections: Section[] = []
  for (const [index, { before, after, kind }] of pairs.entries()) {
    const block = after ?? before
    if (block?.is_heading) sections.push({ title: block.text, position: index, changes: 0 })
    const lastSection = sections.at(-1)
    if (lastSection && kind !== 'same') lastSection.changes++
  }
  return sections
}
