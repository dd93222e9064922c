import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isLocked, takeLock } from './lock.ts'
import { identityOf } from './process.ts'

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const file = () => join(dir, 'server.lock')

test('a second lock on a directory is refused with the pid of the holder until the first is released', () => {
  const lock = takeLock(dir)
  expect(() => takeLock(dir)).toThrow(`pid ${process.pid}`)
  expect(isLocked(dir)).toBe(true)
  lock.release()
  expect(isLocked(dir)).toBe(false)
  takeLock(dir).release()
  expect(readdirSync(dir)).toEqual([])
})

test('the lock of a process that has ended is taken over', () => {
  writeFileSync(file(), JSON.stringify({ pid: 4_000_000, identity: 'long-gone' }))
  takeLock(dir).release()
})

test('a lock is taken over when its pid belongs to another process now', () => {
  writeFileSync(file(), JSON.stringify({ pid: process.pid, identity: 'an-earlier-process' }))
  const lock = takeLock(dir)
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ pid: process.pid, identity: identityOf(process.pid) })
  lock.release()
})

test.each(['', 'nonsense', '{}', '{"pid":"1"}'])('a lock file with the content %j is taken over', (text) => {
  writeFileSync(file(), text)
  takeLock(dir).release()
})

test('a directory that cannot be made is refused with a message that names DATA_DIR', () => {
  writeFileSync(join(dir, 'a-file'), '')
  expect(() => takeLock(join(dir, 'a-file', 'data'))).toThrow('DATA_DIR')
})
