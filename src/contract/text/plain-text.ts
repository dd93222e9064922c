/** Converts rich text to plain text. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The words of a rich text on one line, for table cells, files and search. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(p|h\d|li|br|td|th)\b[^<>]*>/g, ' ')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
