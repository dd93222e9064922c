// `npm run audit-archive -- 2025-06`: verifies the audit log, then moves it up to the end of that month into a signed file in the data directory.
// The lines of audit-heads.log about these entries go. Can run while the server runs, whose writes block until it has finished. With BACKUP_DIR it
// ends with a backup, which has the file.
import type pg from 'pg'
import { archiveAudit, archiveDir } from '#server/audit/archive.ts'
import { headsFile } from '#server/audit/heads.ts'
import { externalUrl, takeBackup } from '#server/backup/backup.ts'
import { trimHeads } from '#server/audit/trim-heads.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { createClient } from '#server/database/pool.ts'
import { readConfig } from '#server/program/config.ts'
import { StartError } from '#server/program/start-error.ts'
import { numberText } from '#contract/text/number-text.ts'
import { reachDatabase } from './reach-database.ts'

const [month] = process.argv.slice(2)

/** A file that may only be appended to (chattr +a) stays as it is: the backup must still be taken. */
async function trim(client: pg.ClientBase, file: string): Promise<void> {
  try {
    const removed = await trimHeads(client, file)
    console.log(`  Đã bỏ ${numberText(removed)} dòng của ${file} về các mục này.`)
  } catch (error) {
    console.error(`! Không rút gọn được ${file}: ${(error as Error).message}`)
  }
}

try {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month ?? ''))
    throw new StartError('Cách dùng: npm run audit-archive -- 2025-06 (đến hết tháng đó)')
  const config = readConfig(process.env, [])
  const { data_dir, files_dir, backup_dir, backup_keep } = config
  const { url, leave } = await reachDatabase(config)
  try {
    let faults = 0
    await verifyAudit(url, headsFile(data_dir), () => faults++)
    if (faults > 0)
      throw new StartError(
        `Nhật ký có ${faults} chỗ không đúng như lúc ghi: hãy xem npm run verify-audit trước. Chưa lưu trữ gì.`,
      )
    const client = createClient(url)
    await client.connect()
    try {
      const entries = await archiveAudit(client, data_dir, month!)
      console.log(`✓ Đã lưu trữ ${numberText(entries)} mục đến hết tháng ${month} vào ${archiveDir(data_dir)}.`)
      await trim(client, headsFile(data_dir))
      console.log(
        '  Hãy chép thư mục này sang nơi khác: npm run verify-audit kiểm được chuỗi chừng nào các tệp còn ở đây.',
      )
    } finally {
      await client.end()
    }
    // No backup has the files yet, while the archived log of PostgreSQL has their entries' deletion.
    if (backup_dir !== null) {
      console.log('  Đang tạo bản sao lưu có các tệp này; nếu không xong, hãy chạy npm run backup.')
      const { name } = await takeBackup({
        url,
        external_url: externalUrl(config),
        data_dir,
        files_dir,
        backup_dir,
        keep: backup_keep,
      })
      console.log(`✓ Bản sao lưu ${name}`)
    }
  } finally {
    await leave()
  }
} catch (error) {
  console.error(error instanceof StartError ? `✗ ${error.message}` : error)
  process.exitCode = 1
}
