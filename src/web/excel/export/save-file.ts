/** Hands a file to the person, as a download of the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click; a large file takes it a while.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** '/tai-khoan' at 22:18 on 20 November 2026, in Viet Nam → 'tai-khoan-20261120-2218.xlsx'. */
export function fileName(subject: string, now: Date = new Date()): string {
  const local = new Date(now.getTime() + 7 * 60 * 60 * 1000).toISOString()
  const stamp = `${local.slice(0, 10).replaceAll('-', '')}-${local.slice(11, 16).replace(':', '')}`
  const base = subject.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  return `${base || 'danh-sach'}-${stamp}.xlsx`
}
