/** Saves a file as a browser download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after the click, which takes a while for a large one.
  setTimeout(() => URL.revokeObjectURL(url), revoke_after_ms)
}

const revoke_after_ms = 60_000
/** Viet Nam is UTC+7 all year. */
const zone_ms = 7 * 60 * 60 * 1000

/** '/tai-khoan' at 22:18 on 20 November 2026, in Viet Nam → 'tai-khoan-20261120-2218.xlsx'. */
export function fileName(subject: string, now: Date = new Date()): string {
  const local_time = new Date(now.getTime() + zone_ms).toISOString()
  const stamp = `${local_time.slice(0, 10).replaceAll('-', '')}-${local_time.slice(11, 16).replace(':', '')}`
  const base = subject.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  return `${base || 'danh-sach'}-${stamp}.xlsx`
}
