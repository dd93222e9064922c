import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLoopback, maxConnections, readConfig } from './config.ts'
import { StartError } from './start-error.ts'

const read = (env: Record<string, string>, argv: string[] = []) => readConfig(env, argv)

test('without variables the config is loopback, the embedded database and no trusted proxy', () => {
  const config = read({})
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, database_url: null, trust_proxy: false, empty: false })
  expect(config.data_dir).toMatch(/\/data$/)
  expect(config).toMatchObject({ session_idle_minutes: 30, session_absolute_hours: 12, pool_size: 10 })
})

test('beside several processes the first one opens connections too', () => {
  expect(maxConnections(read({ PROCESSES: '1' }))).toBe(17 + 20)
  expect(maxConnections(read({ PROCESSES: '4' }))).toBe(5 * 17 + 20)
  expect(maxConnections(read({ PROCESSES: '1', POOL_SIZE: '1' }))).toBe(5 + 20)
})

test('an empty variable counts as not set', () => {
  expect(read({ PORT: '', HOST: ' ', DATABASE_URL: '' })).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    database_url: null,
  })
})

test.each([
  ['PORT', 'tám'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['HOST', 'http://x'],
  ['OPERATOR_PORT', 'tám'],
  ['OPERATOR_HOST', 'http://x'],
  ['POOL_SIZE', '0'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_FORMAT', 'JSON'],
  ['PUBLIC_ORIGIN', 'cms.example.vn'],
  ['PUBLIC_ORIGIN', 'https://cms.example.vn/login'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['ALLOW_SAMPLE_BEYOND_LOOPBACK', 'yes'],
  ['DATABASE_URL', 'mysql://a:b@c/d'],
  ['DATABASE_URL', 'postgres://host-without-database'],
  ['DATABASE_URL', 'postgres://a:b@c,d/e?target_session_attrs=standby'],
  ['ADMIN_PASSWORD', 'ngắn'],
])('%s = %s is refused with a message that names the variable', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(StartError)
  expect(() => read({ [name]: value })).toThrow(name)
})

test('no message contains a password', () => {
  expect(() => read({ DATABASE_URL: 'mysql://a:bí-mật@c/d' })).toThrow(/^((?!bí-mật).)*$/)
  expect(() => read({ ADMIN_PASSWORD: 'bí-mật' })).toThrow(/^((?!bí-mật).)*$/)
})

test('an https PUBLIC_ORIGIN makes the cookies secure', () => {
  expect(read({ PUBLIC_ORIGIN: 'https://cms.example.vn/' })).toMatchObject({
    public_origin: 'https://cms.example.vn',
    secure_cookies: true,
  })
  expect(read({ PUBLIC_ORIGIN: 'http://localhost:8080' }).secure_cookies).toBe(false)
})

test('TRUST_PROXY is a number of hops or a list of addresses', () => {
  expect(read({ TRUST_PROXY: '1' }).trust_proxy).toBe(1)
  expect(read({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trust_proxy).toBe('10.0.0.0/8,::1')
})

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const momo = {
  MOMO_ENDPOINT: 'https://payment.momo.vn/',
  MOMO_PARTNER_CODE: 'MOMO1',
  MOMO_ACCESS_KEY: 'vào',
  MOMO_SECRET_KEY: 'bí-mật',
  MOMO_PUBLIC_KEY: pem,
}
const bank = { BANK_ENDPOINT: 'http://127.0.0.1:8090', BANK_CLIENT_ID: 'a', BANK_SECRET: 'bí-mật' }

const telecom = { TELECOM_ENDPOINT: 'http://127.0.0.1:8090', TELECOM_CLIENT_ID: 'b', TELECOM_SECRET: 'bí-mật' }

test("a gateway is there when it is configured; MoMo's public key may be PEM or base64", () => {
  expect(read({})).toMatchObject({ momo: null, bank: null, telecom: null })
  expect(read(bank)).toMatchObject({ momo: null, bank: { endpoint: 'http://127.0.0.1:8090', client_id: 'a' } })
  expect(read(telecom).telecom).toMatchObject({ client_id: 'b', checks_per_second: 40 })
  expect(read({ ...telecom, TELECOM_CHECKS_PER_SECOND: '7' }).telecom).toMatchObject({ checks_per_second: 7 })
  for (const MOMO_PUBLIC_KEY of [pem, der, Buffer.from(pem).toString('base64')]) {
    expect(read({ ...momo, MOMO_PUBLIC_KEY }).momo).toEqual({
      endpoint: 'https://payment.momo.vn',
      partner_code: 'MOMO1',
      access_key: 'vào',
      secret_key: 'bí-mật',
      public_key: pem,
    })
  }
})

test.each([
  ...Object.keys(momo).map((name) => [name, { ...momo, [name]: '' }] as const),
  ...Object.keys(bank).map((name) => [name, { ...bank, [name]: '' }] as const),
  ...Object.keys(telecom).map((name) => [name, { ...telecom, [name]: '' }] as const),
  ['TELECOM_CHECKS_PER_SECOND', { ...telecom, TELECOM_CHECKS_PER_SECOND: '0' }],
  ['MOMO_PUBLIC_KEY', { ...momo, MOMO_PUBLIC_KEY: 'bí-mật' }],
  ['MOMO_ENDPOINT', { ...momo, MOMO_ENDPOINT: 'http://payment.momo.vn' }],
  ['MOMO_ENDPOINT', { ...momo, MOMO_ENDPOINT: 'https://payment.momo.vn/?a=1' }],
  ['BANK_ENDPOINT', { ...bank, BANK_ENDPOINT: 'api.example.vn' }],
] as const)(
  'an incomplete or wrong gateway is refused with a message that names %s and contains no secret',
  (name, env) => {
    expect(() => read(env)).toThrow(StartError)
    expect(() => read(env)).toThrow(name)
    expect(() => read(env)).toThrow(/^((?!bí-mật).)*$/)
  },
)

test('mail needs a server and a sender, and a user a password; a server on this machine counts as local', () => {
  const mail = { SMTP_HOST: 'smtp.example.vn', SMTP_FROM: 'canhbao@example.vn' }
  expect(read({}).mail).toBeNull()
  expect(read(mail).mail).toMatchObject({ port: 587, user: null, is_local: false })
  expect(read({ ...mail, SMTP_HOST: '127.0.0.1', SMTP_PORT: '25' }).mail).toMatchObject({ port: 25, is_local: true })
  const invalid_envs: Record<string, string>[] = [
    { SMTP_HOST: 'smtp.example.vn' },
    { ...mail, SMTP_USER: 'a' },
    { ...mail, SMTP_FROM: 'Cảnh báo' },
    { SMTP_USER: 'a', SMTP_PASSWORD: 'bí-mật' },
  ]
  for (const invalid_env of invalid_envs) expect(() => read(invalid_env)).toThrow(/^(?!.*bí-mật).*SMTP_/)
})

test('BACKUP_DIR, BACKUP_AT and BACKUP_KEEP are read; BACKUP_DATABASE_URL needs DATABASE_URL', () => {
  expect(read({}).backup_dir).toBeNull()
  expect(read({ BACKUP_DIR: '/backup', BACKUP_AT: '23:05', BACKUP_KEEP: '30' })).toMatchObject({
    backup_dir: '/backup',
    backup_at: { hour: 23, minute: 5 },
    backup_keep: 30,
  })
  for (const value of ['2:30', '24:00', '02:60', '02:30:00'])
    expect(() => read({ BACKUP_AT: value })).toThrow('BACKUP_AT')
  const backed_up = { BACKUP_DIR: '/backup', BACKUP_DATABASE_URL: 'postgres://r:b@standby.example.vn/c' }
  expect(read({ ...backed_up, DATABASE_URL: 'postgres://a:b@db.example.vn/c' })).toMatchObject({
    backup_database_url: 'postgres://r:b@standby.example.vn/c',
  })
  expect(() => read(backed_up)).toThrow('BACKUP_DATABASE_URL')
})

test('READ_DATABASE_URL needs DATABASE_URL and may name standbys; READ_LAG_SECONDS is 1 to 3600', () => {
  const DATABASE_URL = 'postgres://a:b@db.example.vn/c'
  const READ_DATABASE_URL = 'postgres://a:b@db2,db3/c?target_session_attrs=prefer-standby'
  expect(read({ DATABASE_URL })).toMatchObject({ read_database_url: null, read_lag_ms: 30_000 })
  expect(read({ DATABASE_URL, READ_DATABASE_URL, READ_LAG_SECONDS: '5' })).toMatchObject({
    read_database_url: READ_DATABASE_URL,
    read_lag_ms: 5_000,
  })
  expect(() => read({ READ_DATABASE_URL })).toThrow('READ_DATABASE_URL')
  expect(() => read({ DATABASE_URL, READ_DATABASE_URL: 'mysql://a:b@c/d' })).toThrow('READ_DATABASE_URL phải')
  for (const value of ['0', '3601', 'x'])
    expect(() => read({ DATABASE_URL, READ_LAG_SECONDS: value })).toThrow('READ_LAG_SECONDS')
})

test('a secret may be read from the file that a variable with the ending _FILE names', () => {
  const dir = mkdtempSync(join(tmpdir(), 've-so-secrets-'))
  const path = join(dir, 'password')
  writeFileSync(path, 'Mưa-rào-2026\n')
  expect(read({ ADMIN_PASSWORD_FILE: path }).admin_password).toBe('Mưa-rào-2026')
  expect(() => read({ ADMIN_PASSWORD_FILE: path, ADMIN_PASSWORD: 'Mưa-rào-2026' })).toThrow('ADMIN_PASSWORD_FILE')
  expect(() => read({ CARD_KEY_FILE: join(dir, 'none') })).toThrow(/CARD_KEY_FILE .*none \(ENOENT\)/)
  rmSync(dir, { recursive: true })
})

test('CARD_KEY is 32 bytes as base64', () => {
  const CARD_KEY = Buffer.alloc(32, 7).toString('base64')
  expect(read({}).card_key).toBeNull()
  expect(read({ CARD_KEY }).card_key).toEqual(Buffer.alloc(32, 7))
  for (const value of ['bí-mật', CARD_KEY.slice(4), `${CARD_KEY}AAAA`])
    expect(() => read({ CARD_KEY: value })).toThrow(/CARD_KEY((?!bí-mật).)*$/)
})

test('--empty is the only argument, and any other is refused', () => {
  expect(read({}, ['--empty']).empty).toBe(true)
  expect(() => read({}, ['--emtpy'])).toThrow('--emtpy')
})

test('isLoopback is true for loopback addresses alone', () => {
  expect(['127.0.0.1', '127.8.8.8', '::1', 'localhost'].every(isLoopback)).toBe(true)
  expect(['0.0.0.0', '::', '192.168.1.2', '127.example.vn'].some(isLoopback)).toBe(false)
})
