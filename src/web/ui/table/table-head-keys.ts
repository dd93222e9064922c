/**
 * One tab stop for the whole head. Left and right move between the heads that sort; down goes to the edges, where left and right are the
 * width and up and down move between them.
 */
export function moveInHead(head: HTMLElement, event: KeyboardEvent) {
  const sorts = [...head.querySelectorAll<HTMLElement>('th button')]
  const edges = [...head.querySelectorAll<HTMLElement>('[role=separator]')]
  const from = event.target as HTMLElement
  const target = sorts.includes(from)
    ? fromSort(event.key, sorts, edges, from)
    : fromEdge(event.key, sorts, edges, from)
  if (!target) return
  event.preventDefault()
  for (const stop of [...sorts, ...edges]) stop.tabIndex = stop === target ? 0 : -1
  target.focus()
}

type Stops = readonly HTMLElement[]

function fromSort(key: string, sorts: Stops, edges: Stops, from: HTMLElement): HTMLElement | undefined {
  const at = sorts.indexOf(from)
  if (key === 'ArrowRight') return sorts[at + 1]
  if (key === 'ArrowLeft') return sorts[at - 1]
  if (key !== 'ArrowDown') return undefined
  const { left } = from.getBoundingClientRect()
  return edges.find((edge) => edge.getBoundingClientRect().right > left)
}

function fromEdge(key: string, sorts: Stops, edges: Stops, from: HTMLElement): HTMLElement | undefined {
  const at = edges.indexOf(from)
  if (at < 0) return undefined
  if (key === 'ArrowDown') return edges[at + 1]
  if (key === 'ArrowUp') return edges[at - 1] ?? sorts[0]
  return undefined
}
