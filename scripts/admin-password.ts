// `npm run admin-password`: a one-time password for the first administrator, when nobody knows the old one. It may run beside the server.
import { readConfig } from '#server/program/config.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { resetAdmin } from '#server/program/prepare.ts'
import { StartError } from '#server/program/start-error.ts'
import { reachDatabase } from './reach-database.ts'

try {
  const { url, leave } = await reachDatabase(readConfig(process.env, []))
  const pools = createPools(url, { size: 1 })
  try {
    const given = await resetAdmin(createDb(pools.main))
    if (!given) throw new StartError('Chưa có tài khoản quản trị: hãy chạy chương trình ít nhất một lần.')
    console.log(
      `✓ ${given.user_name} / ${given.password}: dùng một lần, phải đổi khi đăng nhập. Mọi phiên cũ đã kết thúc.`,
    )
  } finally {
    await pools.end()
    await leave()
  }
} catch (error) {
  console.error(error instanceof StartError ? `✗ ${error.message}` : error)
  process.exitCode = 1
}
