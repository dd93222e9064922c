/** Text that is typed after the palette was asked for and before its field has the focus: it belongs into that field. */

export interface EarlyText {
  text: string
  /** Whether Enter was pressed at the end. */
  entered: boolean
}

/** The time in ms after which typed keys have their usual meaning again if no field has appeared. */
const max_wait_ms = 5_000

let early: EarlyText | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps what is typed from now on, after what was pressed before, until `takeEarlyText`. Returns how to stop. */
export function keepEarlyText(before: readonly KeyboardEvent[] = []): () => void {
  if (early === null) {
    early = { text: '', entered: false }
    addEventListener('keydown', keep, true)
    addEventListener('pointerdown', dropEarlyText, true)
    timer = setTimeout(dropEarlyText, max_wait_ms)
  }
  for (const event of before) keep(event)
  return dropEarlyText
}

/** Returns the keys that were typed before the field was loaded, and stops collecting them. */
export function takeEarlyText(): EarlyText | null {
  const early_text = early
  dropEarlyText()
  return early_text
}

function dropEarlyText() {
  early = null
  clearTimeout(timer)
  removeEventListener('keydown', keep, true)
  removeEventListener('pointerdown', dropEarlyText, true)
}

/** Whether a key writes text, deletes it or ends it. */
export function isTextKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Enter' || key === 'Backspace')
}

function keep(event: KeyboardEvent) {
  if (early === null) return
  if (event.key === 'Escape') return dropEarlyText()
  if (!isTextKey(event)) return
  if (event.key === 'Enter') early.entered = true
  else if (event.key === 'Backspace') early.text = early.text.slice(0, -1)
  else early = { text: early.text + event.key, entered: false }
  event.preventDefault()
  event.stopPropagation()
}
