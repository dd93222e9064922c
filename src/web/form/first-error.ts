/** The first field with an error gets the focus, so that keyboard and screen reader go on where something is to be mended. */
import { flushSync } from 'react-dom'
import { showFailure } from '#web/call/failure-toast.ts'
import { Refusal, type SendFailure } from '#web/call/send.ts'

/** Shows a failed call at the fields that its refusal names, otherwise as a toast. */
export function showAtFields(failure: SendFailure, setErrors: (sentences: Record<string, string>) => void) {
  const fields = failure instanceof Refusal ? failure.data?.fields : undefined
  if (fields === undefined || Object.keys(fields).length === 0) return showFailure(failure)
  // Rendered synchronously, so that the invalid field can get the focus.
  flushSync(() => setErrors(fields))
  const form = document.activeElement?.closest('[role="dialog"], main section')
  // The button may stand in another part of the page than the field.
  focusFirstError(form?.querySelector('[data-invalid]') ? form : document.querySelector('main'))
}

/** Focuses the first invalid field; a lazily loaded input once it appears, unless the person has moved the focus meanwhile. */
export function focusFirstError(box: Element | null) {
  const field = box?.querySelector('[data-invalid]')
  if (!field) return
  const control = () => field.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (control()) return control()!.focus()
  const focused = document.activeElement
  const observer = new MutationObserver(() => {
    const hasMoved = document.activeElement !== focused
    if (!hasMoved && !control()) return
    observer.disconnect()
    if (!hasMoved) control()!.focus()
  })
  observer.observe(field, { childList: true, subtree: true, attributeFilter: ['aria-invalid'] })
}
