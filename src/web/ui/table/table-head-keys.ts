/**
 * Keyboard navigation of the table head, which is one tab stop: left and right move between the sort buttons; down goes to the resize handles,
 * where left and right change the width and up and down move between the handles.
 */
export function moveInHead(head: HTMLElement, event: KeyboardEvent) {
  const sorts = [...head.querySelectorAll<HTMLElement>('th button')]
  const handles = [...head.querySelectorAll<HTMLElement>('[role=separator]')]
  const from = event.target as HTMLElement
  const target = sorts.includes(from)
    ? fromSort(event.key, sorts, handles, from)
    : fromHandle(event.key, sorts, handles, from)
  if (!target) return
  event.preventDefault()
  for (const stop of [...sorts, ...handles]) stop.tabIndex = stop === target ? 0 : -1
  target.focus()
}

type Stops = readonly HTMLElement[]

function fromSort(key: string, sorts: Stops, handles: Stops, from: HTMLElement): HTMLElement | undefined {
  const index = sorts.indexOf(from)
  if (key === 'ArrowRight') return sorts[index + 1]
  if (key === 'ArrowLeft') return sorts[index - 1]
  if (key !== 'ArrowDown') return undefined
  const { left } = from.getBoundingClientRect()
  return handles.find((handle) => handle.getBoundingClientRect().right > left)
}

function fromHandle(key: string, sorts: Stops, handles: Stops, from: HTMLElement): HTMLElement | undefined {
  const index = handles.indexOf(from)
  if (index < 0) return undefined
  if (key === 'ArrowDown') return handles[index + 1]
  if (key === 'ArrowUp') return handles[index - 1] ?? sorts[0]
  return undefined
}
