// Where the database is, in the words of libpq: one host, or several of which the one that takes writes is looked for.
import { accessSync, constants } from 'node:fs'
import { StartError } from '#server/program/start-error.ts'

const form = 'postgres://người_dùng:mật_khẩu@máy:5432/tên_cơ_sở_dữ_liệu'
const targets = ['any', 'read-write', 'primary']
/** Where reads that may lag are sent, a standby serves as well. */
const lagging_targets = ['any', 'read-only', 'standby', 'prefer-standby']
/** `pg` checks the certificate in all modes but the first two; the others are said as what they are taken for. */
const ssl_modes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']

interface AddressOptions {
  /** The variable that holds the address, for sentences. */
  name?: string
  /** A standby serves as well. */
  may_lag?: boolean
}

/**
 * The addresses of the single hosts, in the order in which they are tried.
 * @throws StartError with a sentence that does not repeat the address, because it holds a password.
 */
export function hostsOf(url: string, options: AddressOptions = {}): string[] {
  const { name = 'DATABASE_URL' } = options
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(\/[^/?#].*)$/i.exec(url)
  const hosts = parts?.[2]!.split(',') ?? []
  const urls = hosts.map((host) => `${parts![1]}${host}${parts![3]}`)
  if (urls.length === 0 || (hosts.length > 1 && hosts.includes('')) || !urls.every((one) => URL.canParse(one)))
    throw new StartError(`${name} phải có dạng ${form}; nhiều máy thì máy1:5432,máy2:5432.`)
  return urls.map((one) => checked(new URL(one), { name, may_lag: options.may_lag ?? false }))
}

/** With what is ours taken out and what `pg` would understand only with a warning, or not at all, made plain. */
function checked(url: URL, { name: of, may_lag }: Required<AddressOptions>): string {
  const given = url.searchParams
  oneOf(given, 'target_session_attrs', may_lag ? lagging_targets : targets, of)
  // Every connection must take writes, or none need, whichever of them was written.
  given.delete('target_session_attrs')
  oneOf(given, 'sslmode', ssl_modes, of)
  if (ssl_modes.indexOf(given.get('sslmode') ?? '') > 1) given.set('sslmode', 'verify-full')
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) readable(given, name, of)
  return url.href
}

function oneOf(given: URLSearchParams, name: string, known: readonly string[], of: string): void {
  const value = given.get(name)
  if (value === null || known.includes(value)) return
  throw new StartError(`${name} của ${of} phải là một trong ${known.join(', ')}, nhưng đang là “${value}”.`)
}

function readable(given: URLSearchParams, name: string, of: string): void {
  const path = given.get(name)
  try {
    if (path !== null) accessSync(path, constants.R_OK)
  } catch {
    throw new StartError(`Không đọc được tệp ${path} mà ${name} của ${of} chỉ tới.`)
  }
}
