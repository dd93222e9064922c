/** The words of a rich text alone, on one line: for a cell, a file, a search. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(p|h\d|li|br|td|th)\b[^<>]*>/g, ' ')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
