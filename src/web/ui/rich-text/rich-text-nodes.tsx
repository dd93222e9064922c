/** Rich text as React elements: built from the names that are known here, never put in as HTML. */
import { createElement, type CSSProperties, type ReactNode } from 'react'
import { linkPattern } from '#contract/fields.ts'
import { alignmentOf, colorOf, looksAside, sizeOf } from './rich-text-styles.ts'

const shown = new Set(['p', 'br', 'h2', 'h3', 'h4', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'span'])

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
    const children = tag === 'br' ? [] : nodesOf(node)
    if (!shown.has(tag)) return createElement('span', { key: index }, ...children)
    const more = tag === 'a' ? linkOf(node) : tag === 'ol' ? startOf(node) : {}
    return createElement(tag, { key: index, style: lookOf(node), ...more }, ...children)
  }
  return nodesOf(parent)
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
