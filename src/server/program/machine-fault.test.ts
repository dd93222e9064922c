import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { machineFault } from './machine-fault.mjs'

test.each([
  ['npm error code ENOSPC', 'hết chỗ trên đĩa'],
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'hết chỗ trên đĩa'],
  ['FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9', 'hết chỗ trên đĩa'],
  ['initdb: error: could not create directory "/x": Read-only file system', 'chỉ cho đọc'],
  ["EACCES: permission denied, mkdir '/x'", 'không có quyền ghi'],
  ['could not open file "base/1": Permission denied', 'không có quyền ghi'],
  ['EMFILE: too many open files, watch', 'ulimit -n'],
  ['could not fork new process: Cannot allocate memory', 'hết bộ nhớ'],
])('“%s” is explained as: %s', (text, meaning) => {
  expect(machineFault(text, tmpdir())).toContain(meaning)
  expect(machineFault(text, tmpdir())).toContain('hãy')
})

test.each(['permission denied for table app_user', 'syntax error at or near "select"', ''])(
  '%j is not explained as a fault of the machine',
  (text) => expect(machineFault(text, tmpdir())).toBe(null),
)
