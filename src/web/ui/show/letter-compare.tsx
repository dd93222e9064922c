import { cx } from '#web/ui/base/cx.ts'
import css from './letter-compare.module.css'

/** The letters of both names at one position; null where a name has no letter there. */
export interface LetterPlace {
  expected: string | null
  actual: string | null
}

const isAlike = ({ expected, actual }: LetterPlace) => expected === actual
const textOf = (places: readonly LetterPlace[], side: keyof LetterPlace) =>
  places.map((place) => place[side] ?? '').join('')

/** Two names, letter under letter, with the differences marked. Screen readers read the plain names. */
export function LetterCompare({ places, expected, actual }: LetterCompareProps) {
  return (
    <div className={css.compare}>
      <LetterLine places={places} side="expected" label={expected} />
      <LetterLine places={places} side="actual" label={actual} />
    </div>
  )
}

interface LetterCompareProps {
  places: readonly LetterPlace[]
  /** The labels of the two lines: 'Mong đợi'. */
  expected: string
  actual: string
}

function LetterLine({
  places,
  side,
  label,
}: {
  places: readonly LetterPlace[]
  side: keyof LetterPlace
  label: string
}) {
  return (
    <div className={css.line}>
      <span className={css.label}>{label}</span>
      <span className={css.tiles} role="img" aria-label={textOf(places, side)}>
        {places.map((place, index) => (
          <span
            key={index}
            className={cx(
              css.tile,
              !isAlike(place) && css.differs,
              place[side] === null && css.none,
              place[side] === ' ' && isAlike(place) && css.space,
            )}
          >
            {place[side] ?? ''}
          </span>
        ))}
      </span>
    </div>
  )
}

/** The actual name in one line, with extra letters marked and missing ones struck through. */
export function LetterText({ places }: { places: readonly LetterPlace[] }) {
  return (
    <span className={css.text} role="img" aria-label={textOf(places, 'actual')}>
      {runsOf(places).map(({ at, text, kind }) => (
        <span key={at} className={cx(kind && css[kind])}>
          {text}
        </span>
      ))}
    </span>
  )
}

type Kind = 'missing' | 'extra' | null

/** Joins adjacent letters of one kind; a wrong letter counts as a missing one (the expected) and an extra one (the actual). */
function runsOf(places: readonly LetterPlace[]): { at: number; text: string; kind: Kind }[] {
  const runs: { at: number; text: string; kind: Kind }[] = []
  const add = (index: number, text: string | null, kind: Kind) => {
    if (text === null) return
    const lastRun = runs.at(-1)
    if (lastRun?.kind === kind) lastRun.text += text
    else runs.push({ at: index * 2 + Number(kind === 'extra'), text, kind })
  }
  for (const [index, place] of places.entries()) {
    if (isAlike(place)) add(index, place.actual, null)
    else {
      add(index, place.expected, 'missing')
      add(index, place.actual, 'extra')
    }
  }
  return runs
}
