// @ts-check
// Plain JavaScript, because the machine's own Node runs it too, before the libraries are there.
import { statfsSync } from 'node:fs'

const noRoom = (/** @type {string} */ place) => `hết chỗ trên đĩa ở ${place}: hãy giải phóng chỗ rồi chạy lại`

/** @type {readonly [pattern: RegExp, what: (place: string) => string][]} */
const faults = [
  [/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/, noRoom],
  [
    /EROFS|: Read-only file system|os error 30/,
    (place) => `${place} chỉ cho đọc: hãy chuyển sang nơi ghi được rồi chạy lại`,
  ],
  [
    /EACCES|EPERM|: Permission denied|: Operation not permitted|os error 13/,
    (place) => `không có quyền ghi ở ${place}: hãy cấp quyền cho người dùng đang chạy rồi chạy lại`,
  ],
  [/EMFILE|ENFILE|Too many open files/, () => 'máy đã mở quá nhiều tệp: hãy tăng giới hạn (ulimit -n) rồi chạy lại'],
  [/ENOMEM|Cannot allocate memory|out of memory/i, () => 'máy hết bộ nhớ: hãy tắt bớt chương trình khác rồi chạy lại'],
]

/**
 * What the machine refused, with what to do, to follow a 'vì'; null when it is no fault of the machine.
 * @param {string} text what Node, npm, vite or PostgreSQL said, in whatever words
 * @param {string} place the directory that was written to
 */
export function machineFault(text, place) {
  const known = faults.find(([pattern]) => pattern.test(text))
  if (known) return known[1](place)
  // On a full disk even the error message may be missing.
  return isFull(place) ? noRoom(place) : null
}

/** @param {string} place */
function isFull(place) {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize < 2 ** 20
  } catch {
    return false
  }
}
