// Where the database is, in the words of libpq: one host, or several of which the one that takes writes is looked for.
import { accessSync, constants } from 'node:fs'
import { StartError } from '#server/program/start-error.ts'

const form = 'postgres://người_dùng:mật_khẩu@máy:5432/tên_cơ_sở_dữ_liệu'
const targets = ['any', 'read-write', 'primary']
/** The values of target_session_attrs for reads that may lag, for which a standby serves as well. */
const lagging_targets = ['any', 'read-only', 'standby', 'prefer-standby']
/** `pg` checks the certificate in all modes but the first two; the others are rewritten as what it takes them for. */
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
  if (urls.length === 0 || (hosts.length > 1 && hosts.includes('')) || !urls.every((address) => URL.canParse(address)))
    throw new StartError(`${name} phải có dạng ${form}; nhiều máy thì máy1:5432,máy2:5432.`)
  return urls.map((address) => sanitized(new URL(address), { name, may_lag: options.may_lag ?? false }))
}

/** Takes out what only this program reads, and rewrites what `pg` would accept with a warning or not at all. */
function sanitized(url: URL, { name: variable, may_lag }: Required<AddressOptions>): string {
  const parameters = url.searchParams
  assertOneOf(parameters, 'target_session_attrs', may_lag ? lagging_targets : targets, variable)
  // Every connection must take writes, or none need, whichever of them was written.
  parameters.delete('target_session_attrs')
  assertOneOf(parameters, 'sslmode', ssl_modes, variable)
  if (ssl_modes.indexOf(parameters.get('sslmode') ?? '') > 1) parameters.set('sslmode', 'verify-full')
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) assertReadable(parameters, name, variable)
  return url.href
}

function assertOneOf(parameters: URLSearchParams, name: string, allowed: readonly string[], variable: string): void {
  const value = parameters.get(name)
  if (value === null || allowed.includes(value)) return
  throw new StartError(`${name} của ${variable} phải là một trong ${allowed.join(', ')}, nhưng đang là “${value}”.`)
}

function assertReadable(parameters: URLSearchParams, name: string, variable: string): void {
  const path = parameters.get(name)
  try {
    if (path !== null) accessSync(path, constants.R_OK)
  } catch {
    throw new StartError(`Không đọc được tệp ${path} mà ${name} của ${variable} chỉ tới.`)
  }
}
