/** Two versions of a text side by side with corresponding paragraphs at one height, removed words struck through and added ones marked. */
import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import type { Pair, Range } from './compare-blocks.ts'
import type { RichBlock } from './rich-text-blocks.ts'
import { contentOf, type DrawText } from './rich-text-nodes.tsx'
import content from './rich-text.module.css'
import css from './rich-compare.module.css'

export interface RichCompareProps {
  label: string
  pairs: readonly Pair<RichBlock>[]
  /** The headers of the two columns. */
  before: ReactNode
  after: ReactNode
  /** Hides unchanged paragraphs except headings. */
  onlyChanges?: boolean
  /** The index of the pair to scroll to, each time it changes. */
  at?: number | null
}

export default function RichCompare({ label, pairs, before, after, onlyChanges = false, at = null }: RichCompareProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (at !== null) frame.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'center' })
  }, [at])
  const rows = pairs
    .map((pair, index) => ({ pair, index }))
    .filter(({ pair }) => !onlyChanges || pair.kind !== 'same' || pair.after!.is_heading)
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={frame} className={css.frame} role="group" aria-label={label} tabIndex={0}>
      <div className={cx(css.pair, css.heads)}>
        <div className={css.head}>{before}</div>
        <div className={css.head}>{after}</div>
      </div>
      {rows.map(({ pair, index }) => (
        <div key={index} data-at={index} className={cx(css.pair, index === at && css.current)}>
          <Side block={pair.before} mark="del" kind={pair.kind} ranges={pair.removed} />
          <Side block={pair.after} mark="ins" kind={pair.kind} ranges={pair.added} />
        </div>
      ))}
    </div>
  )
}

interface SideProps {
  block: RichBlock | null
  mark: 'del' | 'ins'
  kind: Pair<RichBlock>['kind']
  ranges: readonly Range[]
}

function Side({ block, mark, kind, ranges }: SideProps) {
  if (block === null) return <div className={css.nothing} />
  const isWhole = kind === 'added' || kind === 'removed'
  const markedRanges = isWhole ? [[0, block.text.length] as const] : ranges
  return (
    <div className={cx(css.side, content.content, content.bare, kind === 'look' && css.look, isWhole && css[mark])}>
      {contentOf(block.holder, marking(markedRanges, mark))}
      {kind === 'look' && mark === 'ins' && <p className={css.note}>Chỉ đổi kiểu chữ</p>}
    </div>
  )
}

/** Draws text with the ranges marked; called for each text node, because a range may span several elements. */
function marking(ranges: readonly Range[], Mark: 'del' | 'ins'): DrawText {
  return (text, position) => {
    const pieces: ReactNode[] = []
    let done = 0
    for (const [from, to] of ranges) {
      const [start, end] = [Math.max(from - position, 0), Math.min(to - position, text.length)]
      if (start >= end) continue
      pieces.push(text.slice(done, start), <Mark key={start}>{text.slice(start, end)}</Mark>)
      done = end
    }
    return done === 0 ? text : [...pieces, text.slice(done)]
  }
}
