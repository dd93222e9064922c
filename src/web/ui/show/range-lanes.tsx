import { cx } from '#web/ui/base/cx.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import css from './range-lanes.module.css'
import { rangeScale } from './range-scale.ts'

export interface LanePiece {
  key: string
  from: number
  /** Null for infinity. */
  to: number | null
  /** own: the lane's own range; broader: of a wider rule; draft: being typed; gap: not covered; overlap: covered twice; empty: no range. */
  kind: 'own' | 'broader' | 'draft' | 'gap' | 'overlap' | 'empty'
  title: string
  detail?: string
  /** The full text for screen readers and the tooltip. */
  label: string
}

export interface Lane {
  key: string
  icon?: IconName
  title: string
  note?: string
  fault?: { tone: 'red' | 'amber'; text: string }
  pieces: readonly LanePiece[]
}

export interface RangeLanesProps {
  label: string
  /** The header above the lanes' names. */
  head: string
  lanes: readonly Lane[]
  /** Called with the key of the clicked range. */
  onPick?: (key: string) => void
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`

/** A chart of ranges of amounts, one lane per subject, on a scale from 0 to infinity, which shows gaps and overlaps. */
export function RangeLanes({ label, head, lanes, onPick }: RangeLanesProps) {
  const ends = lanes.flatMap(({ pieces }) => pieces.flatMap(({ from, to }) => [from, to ?? 0]))
  const { at, ticks } = rangeScale(ends)
  return (
    <div className={css.lanes} role="group" aria-label={label}>
      <div className={css.head}>
        <span className={css.name}>{head}</span>
        <span className={css.scale} aria-hidden>
          {ticks.map((tick) => (
            <span
              key={tick.label}
              className={css.tick}
              style={{ left: percent(tick.at) }}
              data-end={tick.at === 1 || undefined}
            >
              {tick.label}
            </span>
          ))}
        </span>
      </div>
      {lanes.map((lane) => (
        <div key={lane.key} className={css.lane} role="group" aria-label={lane.title}>
          <div className={css.name}>
            <span className={css.title}>
              {lane.icon && <Icon name={lane.icon} />}
              <span>{lane.title}</span>
            </span>
            {lane.note && <span className={css.note}>{lane.note}</span>}
            {lane.fault && <span className={cx(css.note, css[lane.fault.tone])}>{lane.fault.text}</span>}
          </div>
          <div className={css.line}>
            {ticks.map((tick) => (
              <span key={tick.label} className={css.rule} style={{ left: percent(tick.at) }} aria-hidden />
            ))}
            {lane.pieces.map((piece) => (
              <Piece key={piece.key} piece={piece} left={at(piece.from)} right={at(piece.to)} onPick={onPick} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

interface PieceProps {
  piece: LanePiece
  left: number
  right: number
  onPick: RangeLanesProps['onPick']
}

function Piece({ piece, left, right, onPick }: PieceProps) {
  const { key, kind, title, detail, label } = piece
  const position = { left: percent(left), width: `max(calc(${percent(right - left)} - 1px), 6px)` }
  const words = (
    <>
      <strong>{title}</strong> {detail && <span>{detail}</span>}
    </>
  )
  const attributes = { className: cx(css.piece, css[kind]), style: position, 'data-tip': label, 'aria-label': label }
  if (!onPick || kind === 'gap' || kind === 'empty' || kind === 'draft')
    return (
      <div role="img" {...attributes}>
        {words}
      </div>
    )
  return (
    <button type="button" {...attributes} onClick={() => onPick(key)}>
      {words}
    </button>
  )
}
