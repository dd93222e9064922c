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

test('a held lock refuses the second one and names its holder', () => {
  const lock = takeLock(dir)
  expect(() => takeLock(dir)).toThrow(`pid ${process.pid}`)
  expect(isLocked(dir)).toBe(true)
  lock.release()
  expect(isLocked(dir)).toBe(false)
  takeLock(dir).release()
  expect(readdirSync(dir)).toEqual([])
})

test('the lock of a process that is gone is taken over', () => {
  writeFileSync(file(), JSON.stringify({ pid: 4_000_000, identity: 'long-gone' }))
  takeLock(dir).release()
})

test('a pid that was given to another process since is not the holder', () => {
  writeFileSync(file(), JSON.stringify({ pid: process.pid, identity: 'an-earlier-process' }))
  const lock = takeLock(dir)
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ pid: process.pid, identity: identityOf(process.pid) })
  lock.release()
})

test.each(['', 'nonsense', '{}', '{"pid":"1"}'])('a lock file that says %j holds nobody back', (text) => {
  writeFileSync(file(), text)
  takeLock(dir).release()
})

test('a directory that cannot be made is told in one sentence', () => {
  writeFileSync(join(dir, 'a-file'), '')
  expect(() => takeLock(join(dir, 'a-file', 'data'))).toThrow('DATA_DIR')
})
