import { useEffect, useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './number-sheet.module.css'

export interface SheetGroup {
  key: string
  label: string
  /** The format of the numbers, shown under the label. */
  hint?: ReactNode
  count: number
  /** The number of characters of each number. */
  length: number
  /** Allows capital letters beside digits. */
  letters?: boolean
  /** Shown in large type, for the special prize. */
  large?: boolean
  /** Shown at the end of the line, such as whether two entries agree. */
  aside?: ReactNode
}

export type SheetValues = Readonly<Record<string, readonly string[] | undefined>>

export interface NumberSheetProps {
  label: string
  groups: readonly SheetGroup[]
  values: SheetValues
  onNumber: (key: string, index: number, number: string) => void
  /** Errors by the key of a number (see placeOf): 'fourth.5'. */
  problems?: Readonly<Record<string, string>>
  /** Takes the focus after Enter in the last box: the button that sends the numbers. */
  end?: RefObject<HTMLElement | null>
  /** Called with pasted text of several numbers, which is then not inserted into the box. */
  onPasteMany?: (text: string) => void
}

/** The key of a number in `problems`: the group's key and the index of the number. */
export const placeOf = (key: string, index: number) => `${key}.${index}`

/**
 * The input for all numbers of a draw, laid out like the printed sheet: its first empty box takes the focus, which
 * moves on by itself, and a pasted list goes to `onPasteMany`.
 */
export function NumberSheet({ label, groups, values, onNumber, problems = {}, end, onPasteMany }: NumberSheetProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The sheet comes after the page; who has gone elsewhere meanwhile stays there.
    const take = () => {
      if (document.activeElement?.matches('body, main, h1')) firstEmpty(sheet.current!)?.focus()
    }
    take()
    // A drawer from which the sheet was opened gives the focus to the page once it is gone.
    const frame = requestAnimationFrame(take)
    return () => cancelAnimationFrame(frame)
  }, [])
  const step = (from: HTMLInputElement, by: 1 | -1) => {
    const boxes = [...sheet.current!.querySelectorAll('input')]
    const nextBox = boxes[boxes.indexOf(from) + by]
    nextBox?.focus()
    nextBox?.select()
    return nextBox !== undefined
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!onPasteMany || !/\S\s+\S/.test(text.trim())) return
    event.preventDefault()
    onPasteMany(text)
  }
  return (
    <div ref={sheet} role="group" aria-label={label} className={css.sheet} onPaste={onPaste}>
      {groups.map((group) => (
        <div key={group.key} className={cx(css.line, group.large && css.large)}>
          <div className={css.name}>
            <div className={css.label}>{group.label}</div>
            {group.hint && <div className={css.hint}>{group.hint}</div>}
          </div>
          <div className={css.boxes}>
            {Array.from({ length: group.count }, (_, index) => (
              <Box
                key={index}
                group={group}
                index={index}
                value={values[group.key]?.[index] ?? ''}
                problem={problems[placeOf(group.key, index)]}
                onNumber={onNumber}
                step={step}
                end={end}
              />
            ))}
          </div>
          {group.aside && <div className={css.aside}>{group.aside}</div>}
        </div>
      ))}
    </div>
  )
}

const firstEmpty = (sheet: HTMLElement) => [...sheet.querySelectorAll('input')].find((box) => box.value === '')

interface BoxProps {
  group: SheetGroup
  index: number
  value: string
  problem: string | undefined
  onNumber: NumberSheetProps['onNumber']
  /** Moves the focus to a neighbouring box; false where there is none. */
  step: (from: HTMLInputElement, by: 1 | -1) => boolean
  end: RefObject<HTMLElement | null> | undefined
}

function Box({ group, index, value, problem, onNumber, step, end }: BoxProps) {
  const { key, label, count, length, letters } = group
  const isShort = value.length < length
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const box = event.currentTarget
    const atStart = box.selectionStart === 0 && box.selectionEnd === 0
    const atEnd = box.selectionStart === box.value.length
    const isBack = (event.key === 'Enter' && event.shiftKey) || (event.key === 'Backspace' && value === '')
    if (isBack || event.key === 'ArrowUp' || (event.key === 'ArrowLeft' && atStart)) step(box, -1)
    else if (event.key === 'Enter') {
      if (!step(box, 1)) end?.current?.focus()
    } else if (event.key === 'ArrowDown' || (event.key === 'ArrowRight' && atEnd)) step(box, 1)
    else return
    event.preventDefault()
  }
  return (
    <label className={cx(css.box, problem !== undefined && css.wrong)}>
      <input
        className={css.input}
        style={{ width: `${length + 1}ch` }}
        aria-label={count === 1 ? label : `${label}, số ${index + 1}`}
        aria-invalid={problem !== undefined}
        title={problem}
        inputMode={letters ? 'text' : 'numeric'}
        autoComplete="off"
        spellCheck={false}
        maxLength={length}
        data-place={placeOf(key, index)}
        value={value}
        onChange={(event) => {
          const typedText = event.target.value.toUpperCase().replaceAll(letters ? /[^0-9A-Z]/g : /\D/g, '')
          onNumber(key, index, typedText)
          // A full box moves the focus on, unless the edit was in the middle of the number.
          if (typedText.length === length && event.target.selectionStart === event.target.value.length)
            step(event.target, 1)
        }}
        onKeyDown={onKeyDown}
      />
      <span className={css.count} aria-hidden="true">
        {letters ? null : isShort && value === '' ? length : `${value.length}/${length}`}
      </span>
    </label>
  )
}
