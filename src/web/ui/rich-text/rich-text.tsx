import { useMemo } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { bodyOf, contentOf } from './rich-text-nodes.tsx'
import css from './rich-text.module.css'

/**
 * Shows rich text. It is built from allowed elements and never inserted as HTML, so unknown content cannot run; styles are set one by one, which the
 * content security policy allows. Without `paper` it has no white background of its own.
 */
export function RichText({ html, paper = true }: { html: string; paper?: boolean }) {
  const content = useMemo(() => contentOf(bodyOf(html)), [html])
  return <div className={cx(css.content, paper ? css.sheet : css.bare)}>{content}</div>
}
