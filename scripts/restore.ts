// `npm run restore -- --to DIR [--at '2026-11-23 14:59:59'] [--signer KEY]`: restores the newest backup of BACKUP_DIR, or the state at a moment in
// Vietnamese time, into a new data directory, and runs every proof on it.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { clockDayText } from '#contract/text/day-text.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { project_dir, readConfig } from '#server/program/config.ts'
import { StartError } from '#server/program/start-error.ts'
import { numberText } from '#contract/text/number-text.ts'

const proofs = ['audit', 'ledger', 'stock', 'sales', 'prizes', 'rewards']

/** Settings that lead to the database, files and backups of the running program: the proofs must read what was restored. */
const running_places = [
  'DATABASE_URL',
  'DIRECT_DATABASE_URL',
  'READ_DATABASE_URL',
  'FILES_DIR',
  'BACKUP_DIR',
  'BACKUP_DATABASE_URL',
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_BUCKET',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
]

try {
  const { backup_dir } = readConfig(process.env, [])
  if (backup_dir === null) throw new StartError('Hãy đặt BACKUP_DIR: nơi giữ các bản sao lưu.')
  const { to, at, signer } = optionsOf(process.argv.slice(2))
  const started_ms = performance.now()
  const { name, begun_at, last_change_at, ...restored } = await restoreBackup({
    backup_dir,
    data_dir: to,
    at,
    signer,
    say: (line) => console.error(`! ${line}`),
  })
  const seconds = numberText((performance.now() - started_ms) / 1_000, 1)
  console.log(`✓ Đã khôi phục bản ${name} (khóa ${restored.signer}) vào ${to} trong ${seconds} giây`)
  const last_change_text = last_change_at && clockDayText(last_change_at.toISOString(), true)
  console.log(
    last_change_text ? `  Thay đổi cuối cùng có ở đó: ${last_change_text}` : '  Không có thay đổi nào sau bản sao lưu.',
  )
  const failed = proofs.filter((proof) => !passes(proof, to, proof === 'audit' ? ['--heads-until', begun_at] : []))
  if (failed.length > 0) throw new StartError(`Dữ liệu khôi phục không khớp: ${failed.join(', ')}.`)
  console.log(`  Chạy trên đó: DATA_DIR='${to}' npm start`)
} catch (error) {
  console.error(error instanceof StartError ? `✗ ${error.message}` : error)
  process.exitCode = 1
}

function optionsOf(args: string[]) {
  const values = valuesOf(args)
  if (values.to === undefined) throw new StartError('Hãy thêm --to: thư mục dữ liệu mới.')
  if (values.at !== undefined && !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(values.at))
    throw new StartError('--at phải có dạng 2026-11-23 14:59:59, theo giờ Việt Nam.')
  return { to: resolve(project_dir, values.to), at: values.at ?? null, signer: values.signer ?? null }
}

function valuesOf(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { to: text, at: text, signer: text } }).values
  } catch {
    throw new StartError("Cách dùng: npm run restore -- --to DIR [--at '2026-11-23 14:59:59'] [--signer KHÓA]")
  }
}

function passes(proof: string, data_dir: string, args: string[]): boolean {
  const script = join(project_dir, 'scripts', `verify-${proof}.ts`)
  const unset = Object.fromEntries(running_places.flatMap((name) => [name, `${name}_FILE`].map((one) => [one, ''])))
  const env = { ...process.env, ...unset, DATA_DIR: data_dir }
  return spawnSync(process.execPath, [script, ...args], { env, stdio: 'inherit' }).status === 0
}
