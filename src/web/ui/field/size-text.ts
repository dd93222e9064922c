import { numberText } from '#contract/text/number-text.ts'

/** A file's size as text: '84 KB', '2,4 MB'. */
export function sizeText(bytes: number): string {
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB']
  return `${numberText(size, size < 10 ? 1 : 0)} ${unit}`
}
