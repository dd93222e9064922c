/**
 * The handler of the shortcuts in keys.ts, and the list that 'Phím tắt' shows. A shortcut that belongs to a button clicks the button that names it
 * in its aria-keyshortcuts.
 */
import { flushSync } from 'react-dom'
import { queryClient } from '#web/call/api.ts'
import { remember, remembered } from '#web/layout/preference.ts'
import { isTextKey, keepEarlyText } from './early-text.ts'
import { ariaKeys, isMac, keys, takeEarlyKeys, type Key } from './keys.ts'

export interface Shell {
  open: (dialog: 'palette' | 'shortcuts') => void
}

export interface Shortcut extends Key {
  label: string
  /** Works only while a record is open and no dialog covers it. */
  ofRecord?: true
  run: (shell: Shell) => void
}

export const shortcuts: readonly Shortcut[] = [
  { ...keys.palette, label: 'Tìm trang, bản ghi', run: (shell) => shell.open('palette') },
  { ...keys.save, label: 'Lưu những gì đang sửa', run: save },
  { ...keys.nextRecord, label: 'Bản ghi sau', ofRecord: true, run: () => pressInRecord(keys.nextRecord) },
  { ...keys.previousRecord, label: 'Bản ghi trước', ofRecord: true, run: () => pressInRecord(keys.previousRecord) },
  {
    ...keys.openAsPage,
    label: 'Mở bản ghi thành trang',
    ofRecord: true,
    run: () => pressInRecord(keys.openAsPage),
  },
  { ...keys.keyword, label: 'Đến ô từ khóa của danh sách', run: focusKeyword },
  { ...keys.add, label: 'Thêm mới ở trang đang mở', run: () => press(keys.add) },
  { ...keys.reload, label: 'Tải lại dữ liệu', run: () => void queryClient.invalidateQueries() },
  { ...keys.shortcuts, label: 'Xem các phím tắt', run: (shell) => shell.open('shortcuts') },
]

/** A key pressed longer ago, before this handler was loaded, is ignored. */
const max_early_ms = 5_000

/** Handles the shortcuts from now on, and the last one that was pressed while this module was loading. Returns how to stop. */
export function listenForShortcuts(shell: Shell): () => void {
  function onKeyDown(event: KeyboardEvent) {
    if (!event.defaultPrevented) runShortcut(event)
  }
  function runShortcut(event: KeyboardEvent) {
    if (event.isComposing || event.altKey) return
    const shortcut = shortcuts.find((candidate) => applies(candidate, event))
    if (!shortcut) return
    event.preventDefault()
    if (!event.repeat) shortcut.run(shell)
  }
  addEventListener('keydown', onKeyDown)
  const pressed = takeEarlyKeys().filter(({ timeStamp }) => performance.now() - timeStamp < max_early_ms)
  // After Ctrl+K, letters are no shortcuts but text.
  const shortcut_index = pressed.findLastIndex((event) => !isTextKey(event))
  const isSearch = shortcut_index !== -1 && applies(keys.palette, pressed[shortcut_index]!)
  const early = isSearch ? pressed[shortcut_index] : pressed.at(-1)
  if (early) runShortcut(early)
  if (isSearch) keepEarlyText(pressed.slice(shortcut_index + 1))
  return () => removeEventListener('keydown', onKeyDown)
}

function applies({ key, ctrl, ofRecord }: Key & Pick<Shortcut, 'ofRecord'>, event: KeyboardEvent): boolean {
  // Lower case, because CapsLock does not matter.
  if (event.key.toLowerCase() !== key) return false
  if (ofRecord && (!openRecord() || isTyping(event.target))) return false
  if (ctrl) return !event.shiftKey && (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey)
  const isCovered = topDialog() !== undefined && openRecord() === null
  return !event.ctrlKey && !event.metaKey && singleKeysOn() && !isTyping(event.target) && !isCovered
}

const typing_targets =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="menu"]'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typing_targets) !== null
}

function topDialog(): Element | undefined {
  return [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
}

/** The open record's drawer, unless a dialog covers it. */
function openRecord(): Element | null {
  const top = topDialog()
  return top?.matches('[data-record]') ? top : null
}

/** Clicks without moving the focus, so that a person reading the record stays where they are. */
function pressInRecord(key: Key) {
  openRecord()?.querySelector<HTMLElement>(buttonOf(key))?.click()
}

const off = '[aria-disabled="true"]'

function save() {
  // What is typed becomes the value when its field is left: 5/12/26.
  flushSync(() => document.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  const top = topDialog()
  if (!top) return press(keys.save)
  const form = top.role === 'dialog' ? top.querySelector('form') : null
  const button = form?.querySelector<HTMLElement>(`[type="submit"]${off}`)
  if (!button) form?.requestSubmit()
  else if (!focusInvalid(form)) button.focus()
}

const buttonOf = (key: Key) => `[aria-keyshortcuts="${ariaKeys(key)}"]`

function press(key: Key) {
  // Of several forms on a page, the shortcut means the one with the focus.
  const focused = document.activeElement?.closest('main section')?.querySelector<HTMLElement>(buttonOf(key))
  const button = focused ?? document.querySelector<HTMLElement>(`main ${buttonOf(key)}`)
  if (key === keys.save && button?.matches(off) && focusInvalid(button.closest('section'))) return
  // A focused button that is disabled shows the reason.
  button?.focus()
  button?.click()
}

/** Focuses the first invalid field of a form, which shows its error; false where all are valid. */
function focusInvalid(form: Element | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus()
  return field != null
}

function focusKeyword() {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')]
  const field = fields.find((candidate) => candidate.checkVisibility())
  field?.focus()
  field?.select()
}

const single_keys_preference = 'single-keys'

/** Whether shortcuts without Ctrl work. They can be switched off, because dictation software or a tremor triggers them unintentionally. */
export function singleKeysOn(): boolean {
  return remembered(single_keys_preference) !== 'off'
}

export function setSingleKeys(on: boolean) {
  remember(single_keys_preference, on ? null : 'off')
}
