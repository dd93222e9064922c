/** Rich text as React elements: built from the names that are known here, never put in as HTML. */
import { createElement, type CSSProperties, type ReactNode } from 'react'
import { imagePattern, linkPattern } from '#contract/fields.ts'
import { Picture } from '#web/ui/picture/picture.tsx'
import { alignmentOf, colorOf, looksAside, sizeOf } from './rich-text-styles.ts'

const words = ['p', 'h2', 'h3', 'h4', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'span']
const shown = new Set([...words, 'table', 'tbody', 'tr', 'td', 'th'])

export function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(looksAside(html), 'text/html').body
}

/** How a piece of text is drawn; it stands `at` so many characters after the beginning. */
export type DrawText = (text: string, at: number) => ReactNode

const asItIs: DrawText = (text) => text

/** What stands in an element. */
export function contentOf(parent: Element, draw: DrawText = asItIs): ReactNode[] {
  let at = 0
  const nodesOf = (element: Element): ReactNode[] => [...element.childNodes].map(nodeOf)
  const nodeOf = (node: ChildNode, index: number): ReactNode => {
    if (node instanceof Text) {
      at += node.data.length
      return draw(node.data, at - node.data.length)
    }
    if (!(node instanceof HTMLElement)) return null
    const tag = node.localName
    if (tag === 'br') return <br key={index} />
    if (tag === 'img') return pictureOf(node, index)
    const children = nodesOf(node)
    if (!shown.has(tag)) return createElement('span', { key: index }, ...children)
    const more = moreOf[tag]?.(node) ?? {}
    return createElement(tag, { key: index, style: lookOf(node), ...more }, ...children)
  }
  return nodesOf(parent)
}

const moreOf: Record<string, (node: HTMLElement) => object> = { a: linkOf, ol: startOf, td: spanOf, th: spanOf }

/** Of this server alone: another one would learn who reads. */
function pictureOf(node: HTMLElement, key: number): ReactNode {
  const [src, alt] = [node.getAttribute('src') ?? '', node.getAttribute('alt') ?? '']
  return imagePattern.test(src) && <Picture key={key} src={src} alt={alt} sizes="(max-width: 600px) 100vw, 600px" />
}

/** How many columns and rows a cell takes. */
function spanOf(node: HTMLElement) {
  const [colSpan, rowSpan] = ['colspan', 'rowspan'].map((name) => Number(node.getAttribute(name)))
  return { ...(colSpan! > 1 && { colSpan }), ...(rowSpan! > 1 && { rowSpan }) }
}

function linkOf(node: HTMLElement) {
  const href = node.getAttribute('href') ?? ''
  return linkPattern.test(href) ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' } : {}
}

/** A list that was taken apart goes on counting. */
function startOf(node: HTMLElement) {
  const start = Number(node.getAttribute('start'))
  return start > 0 ? { start } : {}
}

function lookOf(node: HTMLElement): CSSProperties {
  const [fontSize, color, textAlign] = [sizeOf(node), colorOf(node), alignmentOf(node)]
  return { ...(fontSize && { fontSize }), ...(color && { color }), ...(textAlign && { textAlign }) }
}
