import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGuarded } from './guard.mjs'
import { identityOf, waitUntil } from './process.ts'

const module_url = new URL('guard.mjs', import.meta.url).href

test('a guarded program and its children end when the process that runs it is killed', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'guard-'))
  const pid_file = join(dir, 'pid')
  const readPid = () => {
    try {
      return Number(readFileSync(pid_file, 'utf8').trim())
    } catch {
      return 0
    }
  }
  const command = `sleep 60 & echo $! > '${pid_file}'; wait`
  const code = `const { runGuarded } = await import('${module_url}'); await runGuarded('/bin/sh', ['-c', \`${command}\`])`
  const runner = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' })
  expect(await waitUntil(() => readPid() > 0, 10_000)).toBe(true)
  const grandchild = readPid()
  expect(identityOf(grandchild)).not.toBe(null)
  runner.kill('SIGKILL')
  await once(runner, 'exit')
  expect(await waitUntil(() => identityOf(grandchild) === null, 5_000)).toBe(true)
  rmSync(dir, { recursive: true })
})

test('a guarded program ends even if its first act is to kill the process that runs it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'guard-'))
  for (let n = 0; n < 20; n++) {
    const pid_file = join(dir, String(n))
    const command = `echo $$ > '${pid_file}'; kill -9 $PPID; sleep 60`
    const code = `const { runGuarded } = await import('${module_url}'); await runGuarded('/bin/sh', ['-c', \`${command}\`])`
    const runner = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' })
    await once(runner, 'exit')
    expect(runner.signalCode).toBe('SIGKILL')
    const pid = Number(readFileSync(pid_file, 'utf8').trim())
    expect(await waitUntil(() => identityOf(pid) === null, 5_000)).toBe(true)
  }
  rmSync(dir, { recursive: true })
}, 60_000)

test('runGuarded returns whether a program succeeded and, if not, its output', async () => {
  expect(await runGuarded('/bin/sh', ['-c', 'echo one; echo two >&2'])).toMatchObject({ ok: true })
  expect(await runGuarded('/bin/sh', ['-c', 'echo lost; exit 3'])).toEqual({ ok: false, output: 'lost' })
  expect(await runGuarded('/no/such/program', [])).toEqual({ ok: false, output: 'spawn /no/such/program ENOENT' })
})
