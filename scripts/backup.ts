// `npm run backup`: takes a backup, with or without the program running. `npm run backup -- list`: lists the backups.
// `npm run backup -- fetch`: downloads the backups of an S3 store (BACKUP_S3_…) into BACKUP_DIR, from which they can be restored.
// `npm run backup -- test`: test-restores the newest backup into a directory under TMPDIR and runs every proof on it.
import { clockDayText } from '#contract/text/day-text.ts'
import { readManifest, readManifests } from '#server/backup/manifest.ts'
import { basesDir } from '#server/backup/archive.ts'
import { externalUrl, takeBackup } from '#server/backup/backup.ts'
import { fetchBackups } from '#server/backup/upload.ts'
import { testNewest } from '#server/backup/test-restore.ts'
import { readConfig } from '#server/program/config.ts'
import { StartError } from '#server/program/start-error.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { numberText } from '#contract/text/number-text.ts'
import { reachDatabase } from './reach-database.ts'

const [command] = process.argv.slice(2)

try {
  const config = readConfig(process.env, [])
  const { backup_dir, backup_s3, data_dir, files_dir, backup_keep } = config
  if (command !== undefined && command !== 'list' && command !== 'test' && command !== 'fetch')
    throw new StartError('Cách dùng: npm run backup, npm run backup -- list, -- test, hoặc -- fetch')
  if (backup_dir === null) throw new StartError('Hãy đặt BACKUP_DIR: nơi giữ các bản sao lưu.')
  if (command === 'list') list(backup_dir)
  else if (command === 'test') await tryNewest(backup_dir)
  else if (command === 'fetch') {
    if (backup_s3 === null) throw new StartError('Hãy đặt BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET và hai khóa của kho.')
    mkdirSync(backup_dir, { recursive: true, mode: 0o711 })
    console.log(`✓ ${numberText(await fetchBackups(backup_dir, backup_s3))} tệp từ kho S3 đã ở ${backup_dir}`)
  } else {
    const started_ms = performance.now()
    const { url, leave } = await reachDatabase(config)
    try {
      const { name, bytes, manifest } = await takeBackup({
        url,
        external_url: externalUrl(config),
        data_dir,
        files_dir,
        backup_dir,
        keep: backup_keep,
      })
      const seconds = numberText((performance.now() - started_ms) / 1_000, 1)
      const parts = `${numberText(manifest.files.length)} tệp, ${numberText(manifest.pictures.length)} ảnh, ${numberText(bytes / 2 ** 20, 1)} MB`
      console.log(
        `✓ Bản sao lưu ${name}: ${parts} (${seconds} giây), khóa ${readManifest(join(basesDir(backup_dir), name)).signer}`,
      )
    } finally {
      await leave()
    }
  }
} catch (error) {
  console.error(error instanceof StartError ? `✗ ${error.message}` : error)
  process.exitCode = 1
}

async function tryNewest(backup_dir: string): Promise<void> {
  const { name, seconds, fault } = await testNewest(backup_dir)
  if (fault !== null) throw new StartError(`Bản sao lưu ${name} không khôi phục được: ${fault.replace(/^✗ /, '')}`)
  console.log(`✓ Bản sao lưu ${name} khôi phục được trong ${numberText(seconds, 1)} giây, mọi phép kiểm khớp`)
}

function list(backup_dir: string): void {
  const { readable, unreadable } = readManifests(backup_dir)
  for (const { name, manifest, signer } of readable) {
    const ended = clockDayText(manifest.ended_at, true)
    console.log(`${name}  xong lúc ${ended}, bản ${manifest.program}, từ nhật ký ${manifest.first_wal}, khóa ${signer}`)
  }
  for (const { name, why } of unreadable) console.error(`! ${name} không đọc được: ${why}`)
}
