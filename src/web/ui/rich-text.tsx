import { createElement, type CSSProperties, type ReactNode, useMemo } from 'react'
import { linkPattern } from '#contract/fields.ts'
import { cx } from './cx.ts'
import { alignmentOf, colorOf, looksAside, sizeOf } from './rich-text-styles.ts'
import css from './rich-text.module.css'

const shown = new Set(['p', 'br', 'h2', 'h3', 'h4', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a', 'span'])

/**
 * Text with a look, as its readers see it. It is built from elements that are named here, never put in as HTML: what is not known cannot
 * run, and styles are set one by one, which the content security policy allows.
 */
export function RichText({ html }: { html: string }) {
  const content = useMemo(() => childrenOf(new DOMParser().parseFromString(looksAside(html), 'text/html').body), [html])
  return <div className={cx(css.content, css.sheet)}>{content}</div>
}

function childrenOf(parent: Element): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node instanceof Text) return node.data
    if (!(node instanceof HTMLElement)) return null
    const tag = node.localName
    const children = tag === 'br' ? [] : childrenOf(node)
    if (!shown.has(tag)) return createElement('span', { key: index }, ...children)
    return createElement(tag, { key: index, style: lookOf(node), ...(tag === 'a' && linkOf(node)) }, ...children)
  })
}

function linkOf(node: HTMLElement) {
  const href = node.getAttribute('href') ?? ''
  return linkPattern.test(href) ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' } : {}
}

function lookOf(node: HTMLElement): CSSProperties {
  const [fontSize, color, textAlign] = [sizeOf(node), colorOf(node), alignmentOf(node)]
  return { ...(fontSize && { fontSize }), ...(color && { color }), ...(textAlign && { textAlign }) }
}
