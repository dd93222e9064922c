// All configuration, read once from the environment and checked at the start. A wrong value is refused with a sentence that names the variable, never
// replaced by a default: a typing error in production must not pass unnoticed.
import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { dirname, resolve } from 'node:path'
import { hostsOf } from '#server/database/address.ts'
import type { BankSettings, MomoSettings, TelecomSettings } from '#server/gateways/settings.ts'
import type { MailSettings } from '#server/mail/mail.ts'
import { readAll, readFlag, readOneOf, readWhole, text, type Env } from './setting.ts'
import { StartError } from './start-error.ts'

export const project_dir = dirname(dirname(dirname(import.meta.dirname)))

const log_levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const log_formats = ['text', 'json'] as const

export type Config = {
  host: string
  port: number
  /** where /metrics, /docs and /openapi.json are served; null: on the same port as the calls */
  operator_port: number | null
  operator_host: string
  data_dir: string
  /** the directory of uploaded files, shared by several programs on one database; null: each program has its own under data_dir */
  files_dir: string | null
  /** null: the embedded PostgreSQL is used */
  database_url: string | null
  /** bypasses a pooler that shares sessions, for migrations, jobs and long work, while calls use database_url; null: there is none */
  direct_database_url: string | null
  /** a replica of it for reports that may lag; null: the primary answers them */
  read_database_url: string | null
  /** beyond this lag the primary answers them */
  read_lag_ms: number
  /** how many processes answer calls */
  processes: number
  /** how long it still answers after it has announced its end */
  drain_ms: number
  /** where traces are sent (OpenTelemetry, OTLP over HTTP); null: nowhere */
  traces_to: string | null
  /** the directory for backups of the database; null: none are made */
  backup_dir: string | null
  /** where a PostgreSQL that others run, or its standby, takes replication connections; null: where the program connects */
  backup_database_url: string | null
  /** when the daily backup runs, by the clock of Viet Nam: minute and hour */
  backup_at: { minute: number; hour: number }
  /** how many backups are kept */
  backup_keep: number
  /** an S3-compatible store that mirrors backup_dir; null: there is none */
  backup_s3: Config['s3']
  pool_size: number
  admin_password: string | null
  sample_password: string | null
  /** the address that browsers use, without a slash at its end; null when it is simply that of host and port */
  public_origin: string | null
  secure_cookies: boolean
  /** false: there is no proxy; a number: so many trusted proxies are in front; a text: their addresses */
  trust_proxy: false | number | string
  allow_sample_beyond_loopback: boolean
  /** allows a database whose newest rows are later than now, because its clock was wrong then */
  allow_earlier_clock: boolean
  log_level: (typeof log_levels)[number]
  /** text: what a start and an end tell are sentences for people; json: they are lines like those of the log */
  log_format: (typeof log_formats)[number]
  session_idle_minutes: number
  session_absolute_hours: number
  max_sessions: number
  handled_days: number
  proof_minutes: number
  calls_per_minute: number
  /** an S3-compatible store for uploaded files; null keeps them under data_dir */
  s3: { endpoint: string; bucket: string; region: string; access_key: string; secret_key: string } | null
  /** MoMo, which pays to MoMo wallets; null: it is not called */
  momo: MomoSettings | null
  /** the bank, which pays to bank accounts and reports what came in; null: it is not called */
  bank: BankSettings | null
  /** the telecom's mobile money, which pays to phone numbers and tells their owners' names; null: it is not called */
  telecom: TelecomSettings | null
  /** the SMTP server for alarms and scheduled reports; null: alarms are shown on screen only, and no report is sent */
  mail: MailSettings | null
  /** encrypts the numbers of prepaid cards; null: the program generates a key and keeps it under data_dir */
  card_key: Buffer | null
  /** the key of Google Maps; null: positions are typed as coordinates */
  map_key: string | null
  /** each answer is checked against its contract: for development */
  strict_answers: boolean
  /** no sample business is loaded */
  empty: boolean
}

/** Secrets that may be read from the file named by X_FILE instead: containers and systemd hand them over that way. */
const secrets = [
  'ADMIN_PASSWORD',
  'SAMPLE_PASSWORD',
  'DATABASE_URL',
  'DIRECT_DATABASE_URL',
  'READ_DATABASE_URL',
  'BACKUP_DATABASE_URL',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'MOMO_ACCESS_KEY',
  'MOMO_SECRET_KEY',
  'MOMO_PUBLIC_KEY',
  'BANK_SECRET',
  'TELECOM_SECRET',
  'SMTP_PASSWORD',
  'CARD_KEY',
  'GOOGLE_MAPS_KEY',
] as const

/**
 * The settings from the environment and its secret files.
 * @throws StartError that names the setting which is wrong
 */
export function readConfig(raw_env: Env = process.env, argv: readonly string[] = process.argv.slice(2)): Config {
  const env = withSecrets(raw_env)
  const unknown = argv.find((argument) => argument !== '--empty')
  if (unknown !== undefined) throw new StartError(`Không hiểu tham số “${unknown}”: chương trình chỉ nhận --empty.`)
  const public_origin = readOrigin(env)
  return {
    host: readHost(env, 'HOST'),
    port: readWhole(env, 'PORT', 8080, 0, 65_535),
    operator_port: text(env, 'OPERATOR_PORT') === null ? null : readWhole(env, 'OPERATOR_PORT', 0, 0, 65_535),
    operator_host: readHost(env, 'OPERATOR_HOST'),
    data_dir: resolve(project_dir, text(env, 'DATA_DIR') ?? 'data'),
    files_dir: text(env, 'FILES_DIR') && resolve(project_dir, text(env, 'FILES_DIR')!),
    database_url: readDatabaseUrl(env, 'DATABASE_URL'),
    direct_database_url: readDirectUrl(env),
    read_database_url: readReplicaUrl(env),
    read_lag_ms: readWhole(env, 'READ_LAG_SECONDS', 30, 1, 3_600) * 1_000,
    processes: readWhole(env, 'PROCESSES', usualProcesses(), 1, 64),
    drain_ms: readWhole(env, 'DRAIN_SECONDS', 0, 0, 60) * 1_000,
    traces_to: readTraces(env),
    ...readBackup(env),
    pool_size: readWhole(env, 'POOL_SIZE', 10, 1, 200),
    admin_password: readPassword(env, 'ADMIN_PASSWORD'),
    sample_password: readPassword(env, 'SAMPLE_PASSWORD'),
    public_origin,
    secure_cookies: public_origin?.startsWith('https:') ?? false,
    trust_proxy: readTrustProxy(env),
    allow_sample_beyond_loopback: readFlag(env, 'ALLOW_SAMPLE_BEYOND_LOOPBACK'),
    allow_earlier_clock: readFlag(env, 'ALLOW_EARLIER_CLOCK'),
    log_level: readOneOf(env, 'LOG_LEVEL', log_levels, 'info'),
    log_format: readOneOf(env, 'LOG_FORMAT', log_formats, 'text'),
    session_idle_minutes: readWhole(env, 'SESSION_IDLE_MINUTES', 30, 1, 1_440),
    session_absolute_hours: readWhole(env, 'SESSION_ABSOLUTE_HOURS', 12, 1, 168),
    max_sessions: readWhole(env, 'SESSION_MOST', 10, 1, 1_000),
    handled_days: readWhole(env, 'HANDLED_DAYS', 7, 0, 365),
    proof_minutes: readWhole(env, 'PROOF_MINUTES', 10, 1, 1_440),
    calls_per_minute: readWhole(env, 'CALLS_PER_MINUTE', 3_000, 60, 1_000_000),
    s3: readS3(env, 'S3'),
    momo: readMomo(env),
    bank: readBank(env),
    telecom: readTelecom(env),
    mail: readMail(env),
    card_key: readKey(env, 'CARD_KEY'),
    map_key: text(env, 'GOOGLE_MAPS_KEY'),
    strict_answers: readFlag(env, 'STRICT_ANSWERS'),
    empty: argv.includes('--empty'),
  }
}

function withSecrets(env: Env): Env {
  const files = secrets.filter((name) => text(env, `${name}_FILE`) !== null)
  const double = files.find((name) => text(env, name) !== null)
  if (double) throw new StartError(`${double} và ${double}_FILE không được cùng có.`)
  if (files.length === 0) return env
  return { ...env, ...Object.fromEntries(files.map((name) => [name, readSecret(env, name)])) }
}

/** Editors add a newline at the end of the file, which is not part of the secret. */
function readSecret(env: Env, name: string): string {
  const path = text(env, `${name}_FILE`)!
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new StartError(`Không đọc được ${name}_FILE ${path} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Whether a host name or address reaches this machine only: localhost, ::1 or 127.x.x.x. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function readHost(env: Env, name: string): string {
  const host = text(env, name) ?? '127.0.0.1'
  if (isIP(host) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host)) return host
  throw new StartError(`${name} phải là địa chỉ IP hoặc tên máy, nhưng đang là “${host}”.`)
}

/** A password is taken unchanged: spaces at its ends belong to it. */
function readPassword(env: Env, name: string): string | null {
  const password = env[name]
  if (!password) return null
  if (password.length < 8 || password.length > 128) throw new StartError(`${name} phải dài từ 8 đến 128 ký tự.`)
  return password
}

/** 32 bytes as base64, as `openssl rand -base64 32` prints them. */
function readKey(env: Env, name: string): Buffer | null {
  const base64 = text(env, name)
  if (base64 === null) return null
  const key = Buffer.from(base64, 'base64')
  if (key.length === 32 && key.toString('base64') === base64) return key
  throw new StartError(`${name} phải là 32 byte dạng base64, ví dụ do “openssl rand -base64 32” in ra.`)
}

/**
 * The connections to the database that may be open at once: in each process, and in the first one beside several, two pools and the job queue's two;
 * twenty more for long uploads, backups and tools.
 */
export function maxConnections({ processes, pool_size }: Pick<Config, 'processes' | 'pool_size'>): number {
  const programs = processes === 1 ? 1 : processes + 1
  return programs * (pool_size + Math.max(2, Math.ceil(pool_size / 2)) + 2) + 20
}

/** Half of the processors, at most eight: the database needs the others. */
const usualProcesses = () => Math.max(1, Math.min(8, Math.floor(availableParallelism() / 2)))

function readTraces(env: Env): string | null {
  const endpoint = text(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === null) return null
  if (URL.canParse(endpoint) && /^https?:/.test(endpoint)) return endpoint.replace(/\/$/, '')
  throw new StartError(
    `OTEL_EXPORTER_OTLP_ENDPOINT phải là một địa chỉ, ví dụ http://127.0.0.1:4318, nhưng đang là “${endpoint}”.`,
  )
}

function readDirectUrl(env: Env): string | null {
  const url = readDatabaseUrl(env, 'DIRECT_DATABASE_URL')
  if (url !== null && text(env, 'DATABASE_URL') === null)
    throw new StartError('DIRECT_DATABASE_URL đi cùng DATABASE_URL, là địa chỉ của pooler: hãy đặt cả hai.')
  return url
}

function readReplicaUrl(env: Env): string | null {
  const url = text(env, 'READ_DATABASE_URL')
  if (url !== null && text(env, 'DATABASE_URL') === null)
    throw new StartError('READ_DATABASE_URL là bản sao của cơ sở dữ liệu ở DATABASE_URL: hãy đặt cả hai.')
  if (url !== null) hostsOf(url, { name: 'READ_DATABASE_URL', may_lag: true })
  return url
}

function readDatabaseUrl(env: Env, name: string): string | null {
  const url = text(env, name)
  if (url !== null) hostsOf(url)
  return url
}

function readBackup(env: Env) {
  const dir = text(env, 'BACKUP_DIR')
  const backup_database_url = readDatabaseUrl(env, 'BACKUP_DATABASE_URL')
  if (backup_database_url !== null && (dir === null || text(env, 'DATABASE_URL') === null))
    throw new StartError('BACKUP_DATABASE_URL đi cùng DATABASE_URL và BACKUP_DIR: hãy đặt cả ba.')
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text(env, 'BACKUP_AT') ?? '02:30') ?? []
  if (!hour) throw new StartError(`BACKUP_AT phải là giờ và phút như 02:30, nhưng đang là “${env.BACKUP_AT}”.`)
  const s3 = readS3(env, 'BACKUP_S3')
  if (s3 && !dir) throw new StartError('BACKUP_S3_BUCKET nhận những gì có trong BACKUP_DIR: hãy đặt cả hai.')
  return {
    backup_dir: dir && resolve(project_dir, dir),
    backup_database_url,
    backup_at: { hour: Number(hour), minute: Number(minute) },
    backup_keep: readWhole(env, 'BACKUP_KEEP', 7, 1, 1_000),
    backup_s3: s3,
  }
}

function readS3(env: Env, prefix: 'S3' | 'BACKUP_S3'): Config['s3'] {
  const names = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY', 'SECRET_KEY'].map((name) => `${prefix}_${name}`)
  const values = readAll(env, prefix === 'S3' ? 'Kho tệp S3' : 'Kho S3 cho bản sao lưu', names)
  if (!values) return null
  const value = (name: string) => values[`${prefix}_${name}`]!
  if (!URL.canParse(value('ENDPOINT')))
    throw new StartError(`${prefix}_ENDPOINT phải là một địa chỉ, ví dụ https://s3.example.vn.`)
  const region = text(env, `${prefix}_REGION`) ?? 'us-east-1'
  const [access_key, secret_key] = [value('ACCESS_KEY'), value('SECRET_KEY')]
  return { endpoint: value('ENDPOINT').replace(/\/$/, ''), bucket: value('BUCKET'), region, access_key, secret_key }
}

function readMomo(env: Env): Config['momo'] {
  const names = ['ENDPOINT', 'PARTNER_CODE', 'ACCESS_KEY', 'SECRET_KEY', 'PUBLIC_KEY'] as const
  const values = readAll(
    env,
    'Cổng MoMo',
    names.map((name) => `MOMO_${name}` as const),
  )
  return (
    values && {
      endpoint: gatewayEndpoint('MOMO_ENDPOINT', values.MOMO_ENDPOINT),
      partner_code: values.MOMO_PARTNER_CODE,
      access_key: values.MOMO_ACCESS_KEY,
      secret_key: values.MOMO_SECRET_KEY,
      public_key: readPublicKey('MOMO_PUBLIC_KEY', values.MOMO_PUBLIC_KEY),
    }
  )
}

function readBank(env: Env): Config['bank'] {
  const values = readAll(env, 'Cổng ngân hàng', ['BANK_ENDPOINT', 'BANK_CLIENT_ID', 'BANK_SECRET'])
  return (
    values && {
      endpoint: gatewayEndpoint('BANK_ENDPOINT', values.BANK_ENDPOINT),
      client_id: values.BANK_CLIENT_ID,
      secret: values.BANK_SECRET,
    }
  )
}

function readTelecom(env: Env): Config['telecom'] {
  const names = ['TELECOM_ENDPOINT', 'TELECOM_CLIENT_ID', 'TELECOM_SECRET'] as const
  const values = readAll(env, 'Cổng Viettel Money', names)
  const checks_per_second = readWhole(env, 'TELECOM_CHECKS_PER_SECOND', 40, 1, 1_000)
  return (
    values && {
      endpoint: gatewayEndpoint('TELECOM_ENDPOINT', values.TELECOM_ENDPOINT),
      client_id: values.TELECOM_CLIENT_ID,
      secret: values.TELECOM_SECRET,
      checks_per_second,
    }
  )
}

function readMail(env: Env): MailSettings | null {
  const values = readAll(env, 'Máy chủ thư', ['SMTP_HOST', 'SMTP_FROM'])
  const user = readAll(env, 'Tài khoản máy chủ thư', ['SMTP_USER', 'SMTP_PASSWORD'])
  const port = readWhole(env, 'SMTP_PORT', 587, 1, 65_535)
  if (!values) {
    if (user) throw new StartError('SMTP_USER có mà còn thiếu SMTP_HOST, SMTP_FROM.')
    return null
  }
  const { SMTP_HOST: host, SMTP_FROM: from } = values
  if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(from))
    throw new StartError(`SMTP_FROM phải là một địa chỉ thư, ví dụ canhbao@example.vn, nhưng đang là “${from}”.`)
  const { SMTP_USER = null, SMTP_PASSWORD = null } = user ?? {}
  return { host, port, from, user: SMTP_USER, password: SMTP_PASSWORD, is_local: isLoopback(host) }
}

/** Addresses of payment services must use https, except on this machine. */
function gatewayEndpoint(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  const is_safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (is_safe && !url.search && !url.hash) return value.replace(/\/$/, '')
  throw new StartError(`${name} phải là một địa chỉ https, ví dụ https://payment.example.vn.`)
}

/** PEM, or the base64 of it or of its bytes, as keys are handed out; always kept as PEM. */
function readPublicKey(name: string, value: string): string {
  try {
    const decoded = value.includes('-----BEGIN') ? Buffer.from(value) : Buffer.from(value, 'base64')
    const is_pem = decoded.includes('-----BEGIN')
    const key = createPublicKey(is_pem ? decoded : { key: decoded, format: 'der', type: 'spki' })
    return key.export({ type: 'spki', format: 'pem' }).toString()
  } catch {
    throw new StartError(`${name} phải là khóa công khai RSA dạng PEM hoặc base64.`)
  }
}

function readOrigin(env: Env): string | null {
  const value = text(env, 'PUBLIC_ORIGIN')
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && (value === url.origin || value === `${url.origin}/`)) return url.origin
  throw new StartError(`PUBLIC_ORIGIN phải có dạng https://ten-mien (không kèm đường dẫn), nhưng đang là “${value}”.`)
}

/** 'true' is refused on purpose: trusting whatever X-Forwarded-For says would let anyone choose his own address. */
function readTrustProxy(env: Env): Config['trust_proxy'] {
  const value = text(env, 'TRUST_PROXY')
  if (value === null || value === '0') return false
  if (/^\d$/.test(value)) return Number(value)
  const addresses = value.split(',').map((address) => address.trim())
  if (addresses.every(isAddressOrRange)) return addresses.join(',')
  throw new StartError(
    `TRUST_PROXY phải là số máy chủ trung gian (1–9) hoặc danh sách địa chỉ IP của chúng, nhưng đang là “${value}”.`,
  )
}

function isAddressOrRange(address: string): boolean {
  const [ip = '', bits, ...rest] = address.split('/')
  const version = isIP(ip)
  if (!version || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
