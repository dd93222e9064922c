/**
 * Focuses the first field without a usable value, such as 31/02/2026 or a day without its time, and says whether there is one: then nothing may be
 * saved.
 */
export function focusUnreadable(form: Element | null): boolean {
  const field = form?.querySelector<HTMLElement>('[data-unreadable]')
  field?.focus()
  return field != null
}
