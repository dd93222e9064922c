import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeWhole } from './write-whole.ts'

const dir = mkdtempSync(join(tmpdir(), 've-so-whole-'))
afterAll(() => rmSync(dir, { recursive: true }))

test('writeWhole makes a file that its owner alone can read, unless given a mode, and leaves no other file', () => {
  const modeOf = (name: string) => (statSync(join(dir, name)).mode & 0o777).toString(8)
  writeWhole(join(dir, 'key'), 'secret')
  writeWhole(join(dir, 'digest'), 'abc', 0o644)
  writeWhole(join(dir, 'digest'), 'def', 0o644)
  expect([modeOf('key'), modeOf('digest')]).toEqual(['600', '644'])
  expect(readFileSync(join(dir, 'digest'), 'utf8')).toBe('def')
  expect(readdirSync(dir).toSorted()).toEqual(['digest', 'key'])
})
