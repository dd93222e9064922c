// The server program, from its start to its end.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readConfig } from '#server/config.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { checkExternal } from '#server/database/external.ts'
import { migrate } from '#server/database/migrate.ts'
import { createPools } from '#server/database/pool.ts'
import { listenFault } from '#server/listen.ts'
import { takeLock } from '#server/lock.ts'
import { runProgram } from '#server/program.ts'

await runProgram(async ({ step, onStop, fail }) => {
  const config = readConfig()
  const { data_dir, database_url } = config

  const lock = takeLock(data_dir)
  onStop('khóa thư mục dữ liệu', lock.release)

  const url =
    database_url ??
    (await step('Khởi động PostgreSQL', async (say) => {
      const embedded = await startEmbedded({ data_dir, say, on_lost: fail })
      onStop('PostgreSQL', embedded.stop)
      return embedded.url
    }))
  if (database_url) await step('Kết nối cơ sở dữ liệu', () => checkExternal(database_url))

  await step('Cập nhật cấu trúc dữ liệu', (say) => migrate(url, { say }))

  const pools = createPools(url, { size: config.pool_size })
  onStop('kết nối cơ sở dữ liệu', pools.end)

  const server = createServer(async (request, response) => {
    if (request.url !== '/readyz') return void response.writeHead(404).end()
    await pools.main.query('select 1').then(
      () => response.end('ok'),
      () => response.writeHead(503).end(),
    )
  })
  await step('Mở cổng', async () => {
    server.listen(config.port, config.host)
    await once(server, 'listening').catch((error) => {
      throw listenFault(error, config)
    })
  })
  onStop('cổng', async () => {
    server.close()
    await once(server, 'close')
  })

  console.log(`Mở http://${config.host}:${config.port}`)
})
