import { useMemo } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { bodyOf, contentOf } from './rich-text-nodes.tsx'
import css from './rich-text.module.css'

/**
 * Text with a look, as its readers see it. It is built from elements that are known, never put in as HTML: what is not known cannot
 * run, and styles are set one by one, which the content security policy allows. Without `paper` it takes the ground that it stands on.
 */
export function RichText({ html, paper = true }: { html: string; paper?: boolean }) {
  const content = useMemo(() => contentOf(bodyOf(html)), [html])
  return <div className={cx(css.content, paper ? css.sheet : css.bare)}>{content}</div>
}
