/** Source trees of other versions of the program, which can be started like this one. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations_dir, readMigrations } from '#server/database/migrate.ts'
import { project_dir } from '#server/program/config.ts'

/** Checks out a commit into `dir` with the currently installed dependencies. */
export function treeOf(commit: string, dir: string): string {
  mkdirSync(dir, { recursive: true })
  const archive = join(dir, 'tree.tar')
  execFileSync('git', ['archive', '--output', archive, commit, 'src', 'db', 'package.json'], { cwd: project_dir })
  execFileSync('tar', ['-x', '-f', archive, '-C', dir])
  return withLibraries(dir)
}

/** Copies this tree as a later version with additional migrations. */
export function nextVersion(dir: string, version: string, migrations: readonly string[]): string {
  mkdirSync(dir, { recursive: true })
  for (const name of ['src', 'db']) cpSync(join(project_dir, name), join(dir, name), { recursive: true })
  const project = JSON.parse(readFileSync(join(project_dir, 'package.json'), 'utf8')) as object
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ ...project, version }))
  const last_number = Number(readMigrations(migrations_dir).at(-1)!.name.slice(0, 4))
  for (const [index, sql] of migrations.entries())
    writeFileSync(join(dir, 'db', 'migrations', `${String(last_number + 1 + index).padStart(4, '0')}_next.sql`), sql)
  return withLibraries(dir)
}

function withLibraries(dir: string): string {
  symlinkSync(join(project_dir, 'node_modules'), join(dir, 'node_modules'))
  return dir
}
