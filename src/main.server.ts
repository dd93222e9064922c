// The server program: start, run and shutdown.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { startLines, startMessage, type Sample } from './start-message.ts'
import { loadSubscribers } from './sample/account-checks.ts'
import { sampleFaults, useSimulatedFeeds } from './sample/feed.ts'
import { replayPast, sampleFunds } from './sample/funds.ts'
import type { Report } from './sample/parts.ts'
import { closeSampleDays } from './sample/closings.ts'
import { loadRewards } from './sample/rewards.ts'
import { waiveSecondFactor } from './sample/second-factor.ts'
import { lacksSales, loadSales } from './sample/sales.ts'
import { declineSample, hasSample, isUndecided, loadSample } from './sample/sample.ts'
import { chores, cronJobs, menu, open_pages, queuedJobs } from './services.ts'
import { describeSurroundings, openTraces, poolsOf } from './call-server.server.ts'
import { serveInThisProcess, serveInProcesses, listenAddresses } from './serve-calls.server.ts'
import { saveDevices, loadDevices } from './simulate/devices.ts'
import { openSimulator } from './gateway-simulator/simulator.ts'
import { lastProofs } from '#features/close/proof/state.server.ts'
import { adoptSales } from '#features/reports/roll-up/adopt-sales.server.ts'
import { makeCalendar } from '#features/tickets/draw-area/calendar.server.ts'
import { ensureFunds } from '#features/wallets/fund/ensure-funds.server.ts'
import { ipn_path } from '#features/wallets/withdrawal/ipn.server.ts'
import { headsFile, headsWriter, keepHeads } from '#server/audit/heads.ts'
import { externalUrl, isRestored, takeBackup } from '#server/backup/backup.ts'
import { pictureCopier } from '#server/backup/pictures.ts'
import { uploadBackups } from '#server/backup/upload.ts'
import { testNewest } from '#server/backup/test-restore.ts'
import { isLoopback, maxConnections, readConfig, type Config } from '#server/program/config.ts'
import { assertClock } from '#server/database/assert-clock.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { checkExternal, checkShared } from '#server/database/external.ts'
import { measureDatabase } from '#server/database/look.ts'
import { logFault } from '#server/database/outage.ts'
import { migrate, migrations_dir, readMigrations } from '#server/database/migrate.ts'
import { createClient, createDb, withFillDb } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { openFiles, type FileStore } from '#server/files/files.ts'
import { openGateways } from '#server/gateways/configure.ts'
import { housekeeping } from '#server/jobs/housekeeping.ts'
import { cronJob, openJobs, type CronJob } from '#server/jobs/jobs.ts'
import { assertPortFree } from '#server/http/listen.ts'
import { configureMail } from '#server/mail/mail.ts'
import { takeLock } from '#server/program/lock.ts'
import { openLog } from '#server/program/log.ts'
import { watchBacklog, watchDatabase, watchProofs } from '#server/program/metrics.ts'
import { ensureAdmin, passwordFor, prepareCaptcha, sample_password_file, syncPages } from '#server/program/prepare.ts'
import { runProgram, type Program, type LineWriter } from '#server/program/program.ts'
import { tell } from '#server/program/progress.mjs'
import { StartError } from '#server/program/start-error.ts'
import { filesDir, spoolDir } from '#server/http/stream.ts'
import { version } from '#server/program/version.ts'
import { setVaultKey, vaultKeyFor } from '#server/vault/vault.ts'

type PrepareWeb = () => Promise<void>

/** @param prepareWeb runs concurrently with the start, and is awaited before the program accepts requests */
export function serveProgram(prepareWeb?: PrepareWeb): Promise<void> {
  return runProgram((program) => start(program, prepareWeb))
}

async function start({ step, onStop, fail }: Program, prepareWeb?: PrepareWeb): Promise<void> {
  tell(`Vé Số Back Office ${version}`)
  const config = readConfig()
  const { data_dir, host } = config
  const { listen_address, operator_address } = listenAddresses(config)
  const log = openLog(config.log_level)

  const lock = takeLock(data_dir)
  onStop('khóa thư mục dữ liệu', lock.release)
  await assertPortFree(listen_address)
  if (operator_address) await assertPortFree(operator_address)
  const web = prepareWeb ? step('Dựng giao diện web', prepareWeb) : null
  web?.catch(() => {}) // the next step reports the error

  const url = await databaseOf({ step, onStop, fail }, config)
  const pools = poolsOf(url, config, log)
  onStop('kết nối cơ sở dữ liệu', pools.end)
  const [main, search] = [createDb(pools.main), createDb(pools.search)]

  await prepare(main)
  configureMail(config.mail)
  setVaultKey(vaultKeyFor(config.card_key, data_dir))
  const admin = await ensureAdmin(main, () => passwordFor(config.admin_password, data_dir, 'admin-password.txt'))
  const files = openFiles(config)
  const report = reportTo(log)
  const sample = await prepareSample({ step, config, main, url, files, report })
  const simulator = needsSimulator(config, sample) ? await openSampleSimulator(join(data_dir, 'gateways')) : null
  if (simulator) {
    onStop('cổng thanh toán giả lập', simulator.close)
    await useSimulatedFeeds(main, simulator.feeds)
    await loadSubscribers(main, simulator)
  }

  const onFault = (err: unknown) => logFault(log, { err }, 'the heads of the audit log could not be written')
  onStop('đầu chuỗi nhật ký', await keepHeads(headsWriter(main, headsFile(data_dir)), onFault))

  let ipn_url = ''
  const gateways = openGateways(simulator ? readConfig(simulator.settings, []) : config, () => ipn_url, { log })
  const jobContext = { main, url, heads_file: headsFile(data_dir), spool_dir: spoolDir(config), files, gateways }
  const jobs = await openJobs({ url, queues: queuedJobs(jobContext), log })
  onStop('hàng đợi công việc', jobs.close)
  watchBacklog(() => jobs.queues(search))

  await web
  await describeSurroundings(config, gateways, main)
  watchDatabase(() => measureDatabase(search))
  watchProofs(() => lastProofs(search))
  onStop('dấu vết', openTraces(config, log))
  const server_parts = { config, main, search, pool: pools.main, files, jobs, gateways, log }
  const begin = { url, simulated: simulator?.settings ?? null }
  const server = await step('Mở cổng', () =>
    config.processes === 1 ? serveInThisProcess(server_parts) : serveInProcesses(config, begin, { log, fail }),
  )
  onStop('cổng', server.close)

  const address = config.public_origin ?? addressOf(host, server.port)
  ipn_url = `${address}${ipn_path}`
  const of_sample = sample.is_there ? [closeSampleDays(main)] : []
  const program_jobs = [housekeeping(main, chores(jobContext)), ...backupJobs(config, url)]
  await jobs.run([...program_jobs, ...cronJobs(jobContext, jobs.enqueue), ...of_sample])
  onStop('lịch công việc', jobs.rest)
  // Between the restore and this start the log was not archived: with backups from before alone it may have a gap.
  if (config.backup_dir !== null && externalUrl(config) === null && (await isRestored(url, config.backup_dir)))
    await jobs.enqueue(main, base_job, {}, base_job)
  if (simulator) await replayPast(main, jobs.enqueue, { simulator, report })
  onStop('trạng thái sẵn sàng', async () => {
    await server.markDraining()
    await sleep(config.drain_ms)
  })
  await server.markReady()

  const message = config.log_format === 'json' ? startLines : startMessage
  for (const line of message({ address, data_dir, admin, sample })) tell(line)
}

/** Uploads the backups to S3 each minute, to limit the loss when the whole site is destroyed. */
const upload = (backup_dir: string, store: NonNullable<Config['backup_s3']>) => async () =>
  void (await uploadBackups(backup_dir, store))

const base_job = 'backup.base'

/** A daily backup, when BACKUP_DIR is set, pictures each minute as the log comes there, and a monthly test restore of the newest one. */
function backupJobs(config: Config, url: string): CronJob[] {
  const { backup_dir, backup_at, backup_keep, backup_s3, data_dir, files_dir } = config
  if (backup_dir === null) return []
  const external_url = externalUrl(config)
  const run = async () =>
    void (await takeBackup({ url, external_url, data_dir, files_dir, backup_dir, keep: backup_keep }))
  const { minute, hour } = backup_at
  const copyNewPictures = pictureCopier(filesDir(config), backup_dir)
  const pictures = async () => void (await copyNewPictures())
  const test = async () => {
    const { name, fault } = await testNewest(backup_dir, data_dir)
    if (fault !== null) throw new Error(`Backup ${name} could not be restored: ${fault}`)
  }
  return [
    cronJob(base_job, { cron: `${minute} ${hour} * * *`, run }),
    cronJob('backup.pictures', { cron: '* * * * *', run: pictures }),
    ...(backup_s3 === null
      ? []
      : [cronJob('backup.upload', { cron: '* * * * *', run: upload(backup_dir, backup_s3) })]),
    cronJob('backup.test', { cron: `${minute} ${(hour + 2) % 24} 1 * *`, run: test }),
  ]
}

/** Starts or reaches the database, migrates it and checks its settings; returns its URL. */
async function databaseOf({ step, onStop, fail }: Program, config: Config): Promise<string> {
  const { data_dir, database_url, backup_dir } = config
  const external = config.direct_database_url ?? database_url
  const url =
    external ??
    (await step('Khởi động PostgreSQL', async (say) => {
      const max_connections = Math.max(100, maxConnections(config))
      const embedded = await startEmbedded({ data_dir, max_connections, backup_dir, say, on_lost: fail })
      onStop('PostgreSQL', embedded.stop)
      return embedded.url
    }))
  if (external) await step('Kết nối cơ sở dữ liệu', () => checkExternal(external))

  await step('Cập nhật dữ liệu', (say) => updateData(url, config, say))
  if (config.direct_database_url) await checkShared(database_url!, config.direct_database_url)
  return url
}

async function updateData(url: string, config: Config, say: LineWriter): Promise<void> {
  const applied = await migrate(url)
  const is_upgrade = applied.length > 0 && applied.length < readMigrations(migrations_dir).length
  if (is_upgrade) say(`${applied.length} tệp migration đã chạy, đến ${applied.at(-1)}`)
  await assertClock(url, config)
  await adoptSales(url)
}

/** A fault of the sample is reported but does not prevent the start. */
function reportTo(log: Logger): Report {
  return (sentence, error) => {
    tell(`  ${sentence}`)
    if (error !== undefined) log.error({ err: error }, sentence)
  }
}

interface SampleSetup extends Pick<Program, 'step'> {
  config: Config
  main: Db
  url: string
  files: FileStore
  report: Report
}

/** Loads the sample where it is wanted, and what is missing of one whose loading was interrupted. */
async function prepareSample({ step, config, main, url, files, report }: SampleSetup): Promise<Sample> {
  const { data_dir } = config
  const addSales = async (db: Db) => {
    const devices = loadDevices(data_dir)
    if (!devices) return
    await loadSales(db, { files, devices, analyze: () => analyze(url), report })
    await loadRewards(db, { files, report })
  }
  const sample = await decideSample(config, main, (password) =>
    step('Nạp dữ liệu mẫu', () =>
      withFillDb(url, async (db) => {
        await loadSample(db, { files, keepDevices: (tills) => saveDevices(data_dir, tills), report }, password)
        await addSales(db)
      }),
    ),
  )
  if (sample.is_there && (await lacksSales(main))) await step('Nạp nốt đơn hàng mẫu', () => withFillDb(url, addSales))
  return sample
}

/** Loads the sample unless that was decided before; with the sample the program listens on this machine only and uses no real gateway. */
async function decideSample(config: Config, main: Db, load: (password: string) => Promise<void>): Promise<Sample> {
  const is_undecided = await isUndecided(main)
  const is_due = is_undecided && !config.database_url && !config.empty
  // Before it is loaded: a start that is refused leaves an empty business.
  if (is_due || (await hasSample(main))) refuseRealSurroundings(config)
  if (is_undecided && !is_due) await declineSample(main)
  const initial = is_due ? passwordFor(config.sample_password, config.data_dir, sample_password_file) : null
  if (initial) await load(initial.password)
  const is_there = await hasSample(main)
  if (is_there) await waiveSecondFactor(main)
  return { is_there, initial }
}

/** @throws StartError where other machines could reach the sample's accounts, or money could be paid */
function refuseRealSurroundings({ host, allow_sample_beyond_loopback, momo, bank, telecom }: Config): void {
  if (!isLoopback(host) && !allow_sample_beyond_loopback)
    throw new StartError(
      `Có tài khoản mẫu nên chỉ phục vụ trên máy này: hãy bỏ HOST=${host}, xóa tài khoản mẫu, hoặc đặt ALLOW_SAMPLE_BEYOND_LOOPBACK=1.`,
    )
  const real = [momo, bank, telecom]
    .map((provider) => provider?.endpoint)
    .find((endpoint) => endpoint && !isLoopback(new URL(endpoint).hostname))
  if (real)
    throw new StartError(
      `Có dữ liệu mẫu nên không chi tiền qua cổng thật ${real}: hãy bỏ cấu hình cổng, hoặc dùng DATA_DIR khác với npm start -- --empty.`,
    )
}

/** Only the sample without configured gateways pays through the simulator. */
function needsSimulator({ momo, bank, telecom }: Config, { is_there }: Sample): boolean {
  return is_there && momo === null && bank === null && telecom === null
}

/** Updates the planner statistics of the tables that the sample's sales fill. */
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
  return openSimulator({ dir, funds: sampleFunds, faults: sampleFaults })
}

/** Creates the rows that the program needs for every business. */
async function prepare(main: Db): Promise<void> {
  await syncPages(main, menu, open_pages)
  await prepareCaptcha(main)
  await makeCalendar(main)
  await ensureFunds(main)
}

/** URL of the program for a browser on this machine. */
function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

if (import.meta.main) await serveProgram()
