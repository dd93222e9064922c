/**
 * The keys that work on every page, in one list: what is bound here is what 'Phím tắt' shows. A part that takes a key of its own
 * says so by aria-keyshortcuts, and the key presses it.
 */
import { queryClient } from '#web/call/api.ts'
import { remember, remembered } from '#web/layout/preference.ts'
import { isMac, openAsPageKey, paletteKey, recordKeys, addKey, saveKey, takeEarlyKey, type Key } from './keys.ts'

export interface Shell {
  open: (what: 'palette' | 'shortcuts') => void
}

export interface Shortcut extends Key {
  /** Counts only while a record is open and nothing stands above it. */
  ofRecord?: boolean
  run: (shell: Shell) => void
}

export const shortcuts: readonly Shortcut[] = [
  { ...paletteKey, run: (shell) => shell.open('palette') },
  { key: 's', ctrl: true, label: 'Lưu những gì đang sửa', run: save },
  { key: 'j', label: 'Bản ghi sau', ofRecord: true, run: () => pressInRecord(recordKeys.next) },
  { key: 'k', label: 'Bản ghi trước', ofRecord: true, run: () => pressInRecord(recordKeys.previous) },
  {
    key: 'enter',
    ctrl: true,
    label: 'Mở bản ghi thành trang',
    ofRecord: true,
    run: () => pressInRecord(openAsPageKey),
  },
  { key: '/', label: 'Đến ô từ khóa của danh sách', run: focusKeyword },
  { key: 'n', label: 'Thêm mới ở trang đang mở', run: () => press(addKey) },
  { key: 'r', label: 'Tải lại dữ liệu', run: () => void queryClient.invalidateQueries() },
  { key: '?', label: 'Xem các phím tắt', run: (shell) => shell.open('shortcuts') },
]

/** A key that was pressed longer ago than this is forgotten. */
const early_most_ms = 5_000

export function listenForShortcuts(shell: Shell): () => void {
  function hear(event: KeyboardEvent) {
    if (!event.defaultPrevented) act(event)
  }
  function act(event: KeyboardEvent) {
    if (event.isComposing || event.altKey) return
    const shortcut = shortcuts.find((one) => isMeant(one, event))
    if (!shortcut) return
    event.preventDefault()
    if (!event.repeat) shortcut.run(shell)
  }
  addEventListener('keydown', hear)
  const early = takeEarlyKey()
  if (early && performance.now() - early.timeStamp < early_most_ms) act(early)
  return () => removeEventListener('keydown', hear)
}

function isMeant({ key, ctrl, ofRecord }: Shortcut, event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== key) return false
  if (ofRecord && (!openRecord() || isTyping(event.target))) return false
  if (ctrl) return !event.shiftKey && (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey)
  const isCovered = dialog() !== undefined && openRecord() === null
  return !event.ctrlKey && !event.metaKey && singleKeysOn() && !isTyping(event.target) && !isCovered
}

const typed = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="menu"]'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typed) !== null
}

function dialog(): Element | undefined {
  return [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1)
}

/** The open record, unless something stands above it. */
function openRecord(): Element | null {
  const above = dialog()
  return above?.matches('[data-record]') ? above : null
}

/** Whoever reads stays where they are: the focus does not move to the button. */
function pressInRecord(key: string) {
  openRecord()?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()
}

function save() {
  const above = dialog()
  if (!above) press(saveKey)
  else if (above.role === 'dialog') above.querySelector('form')?.requestSubmit()
}

function press(key: string) {
  const named = `[aria-keyshortcuts="${key}"]`
  // Of several forms on a page the one in which somebody types.
  const own = document.activeElement?.closest('main section')?.querySelector<HTMLElement>(named)
  const button = own ?? document.querySelector<HTMLElement>(`main ${named}`)
  // Whoever may not press it now reads there why.
  button?.focus()
  button?.click()
}

function focusKeyword() {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')]
  const field = fields.find((one) => one.checkVisibility())
  field?.focus()
  field?.select()
}

const setting = 'single-keys'

/** Single keys can be switched off: dictation software and unsteady hands press them unasked. */
export function singleKeysOn(): boolean {
  return remembered(setting) !== 'off'
}

export function setSingleKeys(on: boolean) {
  remember(setting, on ? null : 'off')
}
