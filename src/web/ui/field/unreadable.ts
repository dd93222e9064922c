/**
 * Focuses the first field without a usable value, such as 31/02/2026 or a day without its time, and says whether there is one: then nothing may be
 * saved. The filters of a list do not count, because no action saves them.
 */
export function focusUnreadable(form: Element | null): boolean {
  const fields = form?.querySelectorAll<HTMLElement>('[data-unreadable]') ?? []
  const field = [...fields].find((unreadable) => !unreadable.closest('[data-filters]'))
  field?.focus()
  return field != null
}
