// `npm run verify-audit`: proves that the audit log is unchanged, or prints where it was changed. Can run while the server runs; otherwise it starts
// the embedded PostgreSQL. Exit code 1 when an entry differs from what was written. `--heads-until 2026-11-23T07:59:59Z`: audit-heads.log ends there, as
// that of a restored copy does.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { clockDayText } from '#contract/text/day-text.ts'
import type { Finding } from '#server/audit/finding.ts'
import { headsFile } from '#server/audit/heads.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { readConfig } from '#server/program/config.ts'
import { sqlState } from '#server/database/transaction.ts'
import { StartError } from '#server/program/start-error.ts'
import { numberText } from '#contract/text/number-text.ts'
import { reachDatabase } from './reach-database.ts'

const max_lines = 200

try {
  const heads_until = parseArgs({ options: { 'heads-until': { type: 'string' } } }).values['heads-until'] ?? null
  if (heads_until !== null && Number.isNaN(Date.parse(heads_until)))
    throw new StartError(`--heads-until không đọc được: ${heads_until}. Ví dụ 2026-11-23T07:59:59Z.`)
  const config = readConfig(process.env, [])
  const { url, leave } = await reachDatabase(config)
  try {
    await verify(url, headsFile(config.data_dir), heads_until)
  } finally {
    await leave()
  }
} catch (error) {
  const unprepared = sqlState(error) === '42P01'
  if (unprepared) console.error('✗ Cơ sở dữ liệu này chưa có nhật ký: hãy chạy chương trình ít nhất một lần.')
  else console.error(error instanceof StartError ? `✗ ${error.message}` : error)
  process.exitCode = 1
}

async function verify(url: string, heads_file: string, heads_until: string | null): Promise<void> {
  const started_ms = performance.now()
  let count = 0
  const print = (finding: Finding) => {
    if (++count <= max_lines) console.log(`✗ ${where(finding)}${finding.what}.`)
  }
  const verified = await verifyAudit(url, heads_file, print, heads_until)
  const { entries, unreadable_lines, archived, missing_archives, unconfirmed } = verified
  const seconds = (performance.now() - started_ms) / 1_000
  if (count > max_lines) console.log(`… và ${numberText(count - max_lines)} chỗ khác.`)
  if (!existsSync(heads_file))
    console.log(`  Chưa có ${heads_file}: không biết được đuôi chuỗi có bị cắt hay chuỗi có bị tính lại không.`)
  if (unreadable_lines > 0)
    console.log(`  ${numberText(unreadable_lines)} dòng của ${heads_file} không đọc được, đã bỏ qua.`)
  if (missing_archives.length > 0)
    console.log(`  Không có tệp lưu trữ của ${missing_archives.join(', ')} ở đây: các mục đã lưu trữ chưa được kiểm.`)
  if (unconfirmed > 0)
    console.log(
      `  ${numberText(unconfirmed)} mục ghi sau ${clockDayText(heads_until!, true)} chưa có đầu chuỗi trong ${heads_file}: chỉ kiểm được chúng nối với nhau.`,
    )
  const verdict = count === 0 ? 'không có gì bị sửa' : `${numberText(count)} chỗ không đúng như lúc ghi`
  console.log(
    `${count === 0 ? '✓' : '✗'} ${numberText(entries)} mục nhật ký${archived > 0 ? ` và ${numberText(archived)} mục đã lưu trữ` : ''}: ${verdict} (${numberText(seconds, 1)} giây)`,
  )
  if (count > 0) process.exitCode = 1
}

function where({ chain, seq, audit_id }: Finding): string {
  const parts = [
    chain !== undefined && `chuỗi ${chain}`,
    seq !== undefined && `mục ${seq}`,
    audit_id !== undefined && `số nhật ký ${audit_id}`,
  ].filter(Boolean)
  const text = parts.join(', ')
  return text && `${text[0]!.toUpperCase()}${text.slice(1)}: `
}
