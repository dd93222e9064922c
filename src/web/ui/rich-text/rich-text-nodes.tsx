/** Rich text as React elements, built only from the allowed elements and attributes, never inserted as HTML. */
import { createElement, type CSSProperties, type ReactNode } from 'react'
import { image_pattern, link_pattern } from '#contract/fields.ts'
import { Picture } from '#web/ui/picture/picture.tsx'
import { alignmentOf, colorOf, renameStyles, sizeOf } from './rich-text-styles.ts'

const text_elements = ['p', 'h2', 'h3', 'h4', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'span']
const allowed = new Set([...text_elements, 'table', 'tbody', 'tr', 'td', 'th'])

export function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(renameStyles(html), 'text/html').body
}

/** Draws a piece of text; `offset` is in characters from the start. */
export type DrawText = (text: string, offset: number) => ReactNode

const unmarked: DrawText = (text) => text

/** The children of an element as React nodes. */
export function contentOf(parent: Element, draw: DrawText = unmarked): ReactNode[] {
  let position = 0
  const nodesOf = (element: Element): ReactNode[] => [...element.childNodes].map(nodeOf)
  const nodeOf = (node: ChildNode, index: number): ReactNode => {
    if (node instanceof Text) {
      position += node.data.length
      return draw(node.data, position - node.data.length)
    }
    if (!(node instanceof HTMLElement)) return null
    const tag = node.localName
    if (tag === 'br') return <br key={index} />
    if (tag === 'img') return pictureOf(node, index)
    const children = nodesOf(node)
    if (!allowed.has(tag)) return createElement('span', { key: index }, ...children)
    const attributes = attributesOf[tag]?.(node) ?? {}
    return createElement(tag, { key: index, style: lookOf(node), ...attributes }, ...children)
  }
  return nodesOf(parent)
}

const attributesOf: Record<string, (node: HTMLElement) => object> = { a: linkOf, ol: startOf, td: spanOf, th: spanOf }

/** Only pictures from this server: another server would learn who reads the text. */
function pictureOf(node: HTMLElement, key: number): ReactNode {
  const [src, alt] = [node.getAttribute('src') ?? '', node.getAttribute('alt') ?? '']
  return image_pattern.test(src) && <Picture key={key} src={src} alt={alt} sizes="(max-width: 600px) 100vw, 600px" />
}

/** The colspan and rowspan of a cell. */
function spanOf(node: HTMLElement) {
  const [colSpan, rowSpan] = ['colspan', 'rowspan'].map((name) => Number(node.getAttribute(name)))
  return { ...(colSpan! > 1 && { colSpan }), ...(rowSpan! > 1 && { rowSpan }) }
}

function linkOf(node: HTMLElement) {
  const href = node.getAttribute('href') ?? ''
  return link_pattern.test(href) ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' } : {}
}

/** The start number of a list that was split into items. */
function startOf(node: HTMLElement) {
  const start = Number(node.getAttribute('start'))
  return start > 0 ? { start } : {}
}

function lookOf(node: HTMLElement): CSSProperties {
  const [fontSize, color, textAlign] = [sizeOf(node), colorOf(node), alignmentOf(node)]
  return { ...(fontSize && { fontSize }), ...(color && { color }), ...(textAlign && { textAlign }) }
}
