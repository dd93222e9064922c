// The server program, from its start to its end.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { declineSample, hasSample, isUndecided, loadSample, sampleAccounts } from './sample/sample.ts'
import { replayPast, sampleFunds } from './sample/funds.ts'
import { lacksSales, loadSales } from './sample/sales.ts'
import { chores, cronJobs, fingerprints, menu, openPages, services, queuedJobs } from './services.ts'
import { saveDevices, loadDevices } from './simulate/devices.ts'
import { openSimulator } from './gateway-simulator/simulator.ts'
import { channelCalls, registerChannel } from '#features/orders/channel/channel.server.ts'
import { adoptSales } from '#features/reports/adopt-sales.server.ts'
import { calendarJob, makeCalendar } from '#features/tickets/draw-area/calendar.server.ts'
import { ensureFunds } from '#features/wallets/reward-account/funds.server.ts'
import { ipn_path, registerIpn } from '#features/wallets/withdrawal/ipn.server.ts'
import { headsFile, headsWriter } from '#server/audit/heads.ts'
import { isLoopback, readConfig, type Config } from '#server/config.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { checkExternal } from '#server/database/external.ts'
import { migrate } from '#server/database/migrate.ts'
import { createClient, createDb, createPools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { registerDocs } from '#server/docs-page.ts'
import { openFiles, registerFiles, type FileStore } from '#server/files.ts'
import { openGateways, paying, type Gateways } from '#server/gateways/configure.ts'
import { registerHealth } from '#server/health.ts'
import { housekeeping } from '#server/housekeeping.ts'
import { buildServer } from '#server/http.ts'
import { cronJob, openJobs, type Jobs } from '#server/jobs.ts'
import { listenFault } from '#server/listen.ts'
import { takeLock } from '#server/lock.ts'
import { openLog } from '#server/log.ts'
import { watchBacklog, watchPools } from '#server/metrics.ts'
import { ensureAdmin, passwordFor, prepareCaptcha, syncPages, type InitialPassword } from '#server/prepare.ts'
import { runProgram } from '#server/program.ts'
import { StartError } from '#server/start-error.ts'
import { registerWeb } from '#server/static.ts'
import { spoolDir } from '#server/stream.ts'

/** What is under way when the program is asked to stop may take so long. */
const longest_drain_ms = 25_000

await runProgram(async ({ step, onStop, fail }) => {
  const config = readConfig()
  const { data_dir, database_url, host, port } = config
  const log = openLog(config.log_level)

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

  await step('Cập nhật cấu trúc dữ liệu', async (say) => {
    await migrate(url, { say })
    await adoptSales(url)
  })

  const on_error = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const pools = createPools(url, { size: config.pool_size, on_error })
  onStop('kết nối cơ sở dữ liệu', pools.end)
  watchPools({ main: pools.main, search: pools.search })
  const [main, search] = [createDb(pools.main), createDb(pools.search)]

  const admin = await step('Chuẩn bị trang và tài khoản quản trị', async () => {
    await prepare(main)
    return ensureAdmin(main, () => passwordFor(config.admin_password, data_dir, 'admin-password.txt'))
  })
  const files = openFiles(config)
  const sample = await sampleOf(config, main, (password) =>
    step('Nạp dữ liệu mẫu', () => loadSample(main, { files, keep: (tills) => saveDevices(data_dir, tills) }, password)),
  )
  const tills = sample.is_there ? loadDevices(data_dir) : null
  if (tills && (await lacksSales(main)))
    await step('Nạp đơn hàng mẫu', () => loadSales(main, { files, kept: tills, analyze: () => analyze(url) }))
  const simulator = needsSimulator(config, sample)
    ? await step('Cổng thanh toán giả lập', () => openSampleSimulator(join(data_dir, 'gateways')))
    : null
  if (simulator) onStop('cổng thanh toán giả lập', simulator.close)

  // The newest link of each chain is also kept outside the database, so that a log cut off or made anew does not pass for the old one.
  const noteHeads = headsWriter(main, headsFile(data_dir))
  await noteHeads()
  onStop('đầu chuỗi nhật ký', noteHeads)

  let ipn_url = ''
  const gateways = openGateways(simulator ? readConfig(simulator.settings, []) : config, () => ipn_url)
  const workplace = { main, url, spool_dir: spoolDir(config), gateways }
  const jobs = await step('Lịch công việc', () => openJobs({ url, queues: queuedJobs(workplace), log }))
  onStop('hàng đợi công việc', jobs.close)
  watchBacklog(() => jobs.queues(search))

  const server = await doorOf({ config, main, search, files, jobs, gateways, log })
  const health = registerHealth(server, { pool: pools.main })
  await step('Mở cổng', () =>
    server.listen({ host, port }).catch((error) => {
      throw listenFault(error, config)
    }),
  )
  onStop('cổng', () => Promise.race([server.close(), sleep(longest_drain_ms, undefined, { ref: false })]))

  const { port: opened } = server.server.address() as { port: number }
  ipn_url = `${config.public_origin ?? addressOf(host, opened)}${ipn_path}`
  const heads = cronJob('audit.heads', { cron: '* * * * *', run: noteHeads })
  await jobs.run([
    heads,
    housekeeping(main, chores(workplace)),
    calendarJob(main),
    ...cronJobs(workplace, jobs.enqueue),
  ])
  onStop('lịch công việc', jobs.rest)
  if (simulator) await replayPast(main, jobs.enqueue, simulator)
  onStop('trạng thái sẵn sàng', () => health.leave())
  health.enter()

  console.log(`\nMở ${config.public_origin ?? addressOf(host, opened)}`)
  tellAccounts(config, admin, sample)
})

interface Behind {
  config: Config
  main: Db
  search: Db
  files: FileStore
  jobs: Jobs
  gateways: Gateways
  log: Logger
}

/** Everything that is answered over HTTP; listening is the caller's. */
async function doorOf({ config, main, search, files, jobs, gateways, log }: Behind) {
  const { map_key, strict_answers: strict } = config
  const { enqueue } = jobs
  const can_pay = paying(gateways)
  const engine = { main, search, limits: config, files, map_key, enqueue, backlog: jobs, can_pay, strict }
  const server = await buildServer({ engine, config, log, services, fingerprints })
  registerDocs(server, [...services.map(({ call }) => call), ...channelCalls], menu)
  registerFiles(server, files)
  registerIpn(server, { main, enqueue, gateways, log })
  registerChannel(server, { main, search, strict, log })
  await registerWeb(server)
  return server
}

interface Sample {
  /** The database has the sample business. */
  is_there: boolean
  /** Of its staff, when it was chosen at this start. */
  told: InitialPassword | null
}

/** Loads the sample where nobody has decided yet; with it the program serves this machine alone and pays through no real gateway. */
async function sampleOf(config: Config, main: Db, load: (password: string) => Promise<void>): Promise<Sample> {
  const { data_dir, host } = config
  let told: InitialPassword | null = null
  if (await isUndecided(main)) {
    if (config.database_url || config.empty) await declineSample(main)
    else {
      told = passwordFor(config.sample_password, data_dir, 'sample-password.txt')
      await load(told.password)
    }
  }
  const is_there = await hasSample(main)
  if (is_there && !isLoopback(host) && !config.allow_sample_beyond_loopback)
    throw new StartError(
      `Có tài khoản mẫu nên chỉ phục vụ trên máy này: hãy bỏ HOST=${host}, xóa tài khoản mẫu, hoặc đặt ALLOW_SAMPLE_BEYOND_LOOPBACK=1.`,
    )
  const real = [config.momo?.endpoint, config.bank?.endpoint].find((at) => at && !isLoopback(new URL(at).hostname))
  if (is_there && real)
    throw new StartError(
      `Có dữ liệu mẫu nên không chi tiền qua cổng thật ${real}: hãy bỏ cấu hình cổng, hoặc dùng DATA_DIR khác với npm start -- --empty.`,
    )
  return { is_there, told }
}

/** Without a gateway of its own the sample pays through the simulator; no other business ever does. */
function needsSimulator({ momo, bank }: Config, { is_there }: Sample): boolean {
  return is_there && momo === null && bank === null
}

function tellAccounts({ data_dir }: Config, admin: InitialPassword | null, { is_there, told }: Sample): void {
  console.log(`  Quản trị: admin / ${shown(admin, 'ADMIN_PASSWORD', join(data_dir, 'admin-password.txt'))}`)
  if (!is_there) return
  const roles = sampleAccounts.map(({ user_name, group }) => `${user_name} (${group})`).join(', ')
  console.log(`  Tài khoản mẫu: ${roles} / ${shown(told, 'SAMPLE_PASSWORD', join(data_dir, 'sample-password.txt'))}`)
}

/** The tables that the sample's sales fill. */
async function analyze(url: string): Promise<void> {
  const client = createClient(url)
  try {
    await client.connect()
    await client.query('analyze draw_period, stock, xskt_ticket, sale_order, order_line, channel_request, pos_day')
  } finally {
    await client.end()
  }
}

function openSampleSimulator(dir: string) {
  return openSimulator({ dir, funds: sampleFunds })
}

/** What the program itself needs to be there, whoever's business it is. */
async function prepare(main: Db): Promise<void> {
  await syncPages(main, menu, openPages)
  await prepareCaptcha(main)
  await makeCalendar(main)
  await ensureFunds(main)
}

/** Where a browser on this machine finds the program. */
function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The password when the program has just chosen it, else where the first one is written or came from. */
function shown(told: InitialPassword | null, variable: string, file: string): string {
  if (told?.file) return `${told.password} (lưu trong ${told.file})`
  if (told) return `mật khẩu trong ${variable}`
  return existsSync(file) ? `mật khẩu ban đầu trong ${file}` : 'mật khẩu đã đặt ở lần chạy đầu tiên'
}
