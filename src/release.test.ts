/** Promises of a release: its migrations stay unchanged, its data state is kept, and the changelog describes the changes. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { project_dir } from '#server/program/config.ts'
import { migrations_dir, readFrozen, readMigrations } from '#server/database/migrate.ts'
import { keptVersions } from '#server/testing/state.ts'
import { version } from '#server/program/version.ts'
import lock from '../package-lock.json' with { type: 'json' }

const frozen = [...readFrozen(migrations_dir)].map(([name, digest]) => ({ name, digest }))

/** Output of git; null without git or a repository, and when a shallow clone lacks the history. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: project_dir, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

test('frozen migrations are unchanged, and all others come after them', () => {
  const present = readMigrations(migrations_dir).map(({ name, digest }) => ({ name, digest }))
  expect(present.slice(0, frozen.length)).toEqual(frozen)
})

const log = ['log', '-p', '-m', '--full-history', '--no-renames', '--no-color', '--no-ext-diff', '--format=']
const patches = git(...log, '--', 'db/migrations/frozen.sha256')

test.skipIf(patches === null)('no line was ever removed from the list of frozen migrations', () => {
  const listed = new Set(frozen.map(({ name, digest }) => `${digest}  ${name}`))
  const ever = [...patches!.matchAll(/^[+-]([\da-f]{64}  \S+)$/gm)].map(([, line]) => line!)
  expect(ever.filter((line) => !listed.has(line))).toEqual([])
})

const landed = git('merge-base', 'HEAD', 'origin/main') ?? git('merge-base', 'HEAD', 'main')

test.skipIf(landed === null)('a migration that is on main is not changed, also before its release', () => {
  expect(git('diff', '--name-status', '--no-renames', '--diff-filter=a', landed!, '--', 'db/migrations/*.sql')).toBe('')
})

const changelog = readFileSync(join(project_dir, 'CHANGELOG.md'), 'utf8')
const [newest, ...released] = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, number]) => number!)

test('the changelog begins with the version of the program', () => {
  expect([newest, lock.version]).toEqual([version, version])
})

test('the state of every released version is kept', () => {
  const kept_versions = keptVersions()
  expect(released.filter((other_version) => !kept_versions.includes(other_version))).toEqual([])
  expect(
    kept_versions.filter((other_version) => other_version !== version && !released.includes(other_version)),
  ).toEqual([])
})
