// `npm run admin-password`: sets a one-time password for the first administrator when the old one is lost. Can run while the server runs.
import { readConfig } from '#server/program/config.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { resetAdmin } from '#server/program/prepare.ts'
import { StartError } from '#server/program/start-error.ts'
import { reachDatabase } from './reach-database.ts'

try {
  const { url, leave } = await reachDatabase(readConfig(process.env, []))
  const pools = createPools(url, { size: 1 })
  try {
    const reset = await resetAdmin(createDb(pools.main))
    if (!reset) throw new StartError('Chưa có tài khoản quản trị: hãy chạy chương trình ít nhất một lần.')
    console.log(
      `✓ ${reset.user_name} / ${reset.password}: dùng một lần, phải đổi khi đăng nhập. Mọi phiên cũ đã kết thúc.`,
    )
  } finally {
    await pools.end()
    await leave()
  }
} catch (error) {
  console.error(error instanceof StartError ? `✗ ${error.message}` : error)
  process.exitCode = 1
}
