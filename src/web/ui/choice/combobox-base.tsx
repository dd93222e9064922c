import { Combobox as Base } from '@base-ui/react/combobox'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  chosenOptions,
  matches,
  type ComboboxList,
  type ComboboxOption,
  type ComboboxProps,
  type ComboboxStart,
  type MultiComboboxProps,
} from './combobox-option.ts'
import { cx } from '#web/ui/base/cx.ts'
import { useFieldControl } from '#web/ui/field/field-context.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import chips from './chips.module.css'
import css from './combobox-base.module.css'
import control from '#web/ui/field/control.module.css'

/** Rows drawn at once; further typing narrows a longer list faster than scrolling it. */
const max_shown_rows = 200

const no_options: readonly never[] = []
const sameValue = <T,>(a: ComboboxOption<T> | null, b: ComboboxOption<T> | null) => a?.value === b?.value
const labelOf = <T,>(option: ComboboxOption<T> | null) => option?.label ?? ''

/** Options under a head. */
type ComboboxGroup<T> = { head: string; items: readonly ComboboxOption<T>[] }

/** The options in two groups where some were chosen lately, else as they are. */
function recentFirst<T>(
  options: readonly ComboboxOption<T>[],
  recent: readonly T[],
): readonly (ComboboxOption<T> | ComboboxGroup<T>)[] {
  const recentOptions = recent.flatMap((value) => options.find((option) => option.value === value) ?? [])
  if (recentOptions.length === 0) return options
  return [
    { head: 'Chọn gần đây', items: recentOptions },
    { head: 'Tất cả', items: options.filter((option) => !recentOptions.includes(option)) },
  ]
}

/** Escape closes the list, then the dialog around it; it never empties a choice that nobody wanted to lose. */
function keptOnEscape(details: Base.Root.ChangeEventDetails): boolean {
  if (details.reason !== 'escape-key') return false
  details.cancel()
  details.allowPropagation()
  return true
}

const setText = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!

/** Goes on where the closed box was left: the focus, the caret, and what was typed, as if it were typed here. */
function useStart({ selection, text, entered = false }: ComboboxStart, loading: boolean) {
  const input = useRef<HTMLInputElement>(null)
  useEnterAgain(input, entered, loading)
  useLayoutEffect(() => {
    const element = input.current
    if (!element || !selection) return
    element.focus({ preventScroll: true })
    if (text !== undefined) {
      setText.call(element, text)
      element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
    }
    element.setSelectionRange(...selection)
    // The effect runs once, for what happened before this control was loaded.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return input
}

/** Presses Enter as soon as the text has found something, unless the person does something else first. */
function useEnterAgain(input: React.RefObject<HTMLInputElement | null>, entered: boolean, loading: boolean) {
  const isDue = useRef(entered)
  useEffect(() => {
    const element = input.current
    if (!isDue.current || loading || !element) return
    const abort = new AbortController()
    const watch = new MutationObserver(press)
    function forget() {
      isDue.current = false
      abort.abort()
      watch.disconnect()
    }
    function press() {
      if (!element!.hasAttribute('aria-activedescendant')) return
      forget()
      element!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    }
    for (const event of ['keydown', 'blur']) element.addEventListener(event, forget, { signal: abort.signal })
    watch.observe(element, { attributeFilter: ['aria-activedescendant'] })
    press()
    return () => {
      abort.abort()
      watch.disconnect()
    }
  }, [input, loading])
}

const itemOf = <T,>(option: ComboboxOption<T>, index: number) => (
  <Base.Item key={index} value={option} className={css.item} disabled={Boolean(option.whyNot)}>
    <span className={css.text}>
      {option.label}
      {(option.whyNot || option.detail) && <span className={css.detail}>{option.whyNot || option.detail}</span>}
    </span>
    <Base.ItemIndicator className={css.tick}>
      <Icon name="check" size={14} />
    </Base.ItemIndicator>
  </Base.Item>
)

type PopupProps = { loading?: boolean; hasMore?: boolean; anchor?: React.RefObject<HTMLElement | null> }

function Popup<T>({ loading, hasMore, anchor }: PopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner className={css.positioner} sideOffset={4} anchor={anchor}>
        <Base.Popup className={css.popup}>
          <Base.Empty className={css.empty}>{loading ? 'Đang tìm…' : 'Không có kết quả'}</Base.Empty>
          <Base.List className={css.list}>
            {(option: ComboboxOption<T> | ComboboxGroup<T>, index: number) =>
              'items' in option ? (
                <Base.Group key={option.head} items={option.items}>
                  <Base.GroupLabel className={css.head}>{option.head}</Base.GroupLabel>
                  <Base.Collection>{itemOf<T>}</Base.Collection>
                </Base.Group>
              ) : (
                itemOf(option, index)
              )
            }
          </Base.List>
          {hasMore && <Base.Status className={css.more}>Gõ để tìm thêm</Base.Status>}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

type StartProp = { start: ComboboxStart }

/** What the two comboboxes give to the parts of Base UI alike. */
function useSearchableList<T extends string | number>(props: ComboboxList<T> & StartProp) {
  const {
    start,
    options,
    recent = no_options,
    onQuery,
    onType,
    alsoFound = no_options,
    onReach,
    loading,
    hasMore,
    disabled,
    id,
    ...rest
  } = props
  const field = useFieldControl(id)
  const box = useRef<HTMLDivElement>(null)
  const items = useMemo(() => recentFirst(options, recent), [options, recent])
  const isFound = useCallback(
    (option: ComboboxOption<T> | null, query: string) =>
      matches(option, query) || (option !== null && alsoFound.includes(option.value)),
    [alsoFound],
  )
  const input = useStart(start, loading === true)
  const search = onQuery ?? onType
  return {
    search,
    rootProps: {
      items,
      onInputValueChange: (text: string, details: Base.Root.ChangeEventDetails) => {
        if (!keptOnEscape(details) && details.reason === 'input-change') search?.(text)
      },
      filter: onQuery ? null : isFound,
      isItemEqualToValue: sameValue<T>,
      itemToStringLabel: labelOf<T>,
      limit: max_shown_rows,
      disabled,
      defaultOpen: start.open ?? false,
      autoHighlight: true,
    },
    boxProps: { ref: box, onFocus: onReach, onPointerEnter: onReach },
    inputProps: { ...field, ...rest, ref: input, autoComplete: 'off', spellCheck: false },
    popup: (
      <Popup<T> loading={loading} hasMore={hasMore || (!onQuery && options.length > max_shown_rows)} anchor={box} />
    ),
  }
}

function OpenButton() {
  return (
    <Base.Trigger className={control.inner} aria-label="Mở danh sách" tabIndex={-1}>
      <Icon name="chevron-down" size={14} />
    </Base.Trigger>
  )
}

/** A choice from a long list, found by typing without accents. */
export function ComboboxBase<T extends string | number>(props: ComboboxProps<T> & StartProp) {
  const { value, onChange, onChosen, placeholder = 'Chọn', clearable = true, ...list } = props
  const { options } = list
  const { search, rootProps, boxProps, inputProps, popup } = useSearchableList(list)
  // What was picked keeps its name when the server's next answer no longer has it.
  const [picked, setPicked] = useState<readonly ComboboxOption<T>[]>([])
  const selected = useMemo(
    () => (value === null ? null : (chosenOptions([...options, ...picked], [value])[0] ?? null)),
    [options, picked, value],
  )
  return (
    <Base.Root
      {...rootProps}
      value={selected}
      onValueChange={(option: ComboboxOption<T> | null, details) => {
        if (keptOnEscape(details)) return
        setPicked(option ? [option] : [])
        if (option) onChosen?.(option.value)
        onChange(option?.value ?? null)
      }}
      onOpenChange={(open) => !open && search?.('')}
    >
      <div {...boxProps} className={control.box}>
        <Base.Input {...inputProps} className={control.input} placeholder={placeholder} />
        {clearable && (
          <Base.Clear className={control.inner} aria-label="Xóa lựa chọn">
            <Icon name="close" size={14} />
          </Base.Clear>
        )}
        <OpenButton />
      </div>
      {popup}
    </Base.Root>
  )
}

/** Several choices, shown as chips. */
export function MultiComboboxBase<T extends string | number>(props: MultiComboboxProps<T> & StartProp) {
  const { value, onChange, onChosen, placeholder = 'Chọn', ...list } = props
  const { options } = list
  const { search, rootProps, boxProps, inputProps, popup } = useSearchableList(list)
  // Remembered when the list closes: until then its order stays.
  const addedValues = useRef<T[]>([])
  const [picked, setPicked] = useState<readonly ComboboxOption<T>[]>([])
  const selected = useMemo(() => chosenOptions([...options, ...picked], value), [options, picked, value])
  return (
    <Base.Root
      {...rootProps}
      multiple
      value={selected}
      onValueChange={(picks: ComboboxOption<T>[], details) => {
        if (keptOnEscape(details)) return
        setPicked(picks)
        for (const pick of picks) if (!value.includes(pick.value)) addedValues.current.push(pick.value)
        onChange(picks.map((option) => option.value))
      }}
      onOpenChange={(open) => {
        if (open) return
        search?.('')
        for (const addedValue of addedValues.current.splice(0)) onChosen?.(addedValue)
      }}
    >
      <div {...boxProps} className={cx(control.box, chips.multiple)}>
        <Base.Chips className={chips.chips}>
          {selected.map((option) => (
            <Base.Chip key={option.value} className={chips.chip} aria-description="Nhấn Delete để bỏ chọn">
              <span className={chips.chipText}>{option.label}</span>
              <Base.ChipRemove className={chips.remove} aria-label={`Bỏ ${option.label}`}>
                <Icon name="close" size={12} />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input {...inputProps} className={chips.chipInput} placeholder={selected.length ? '' : placeholder} />
        </Base.Chips>
        <OpenButton />
      </div>
      {popup}
    </Base.Root>
  )
}
