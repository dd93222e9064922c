// Why a connection to the database cannot be used, for whoever runs the program: one sentence that says what is wrong and what to do.
import { StartError } from '#server/program/start-error.ts'

type Explanation = readonly [reason: string, advice: string]

export const connection_fault = 'ConnectionFault'

/** How our own errors begin that say that a server which had been reached does not answer at this moment. */
export const silence_prefix = 'Connection terminated: '

/** Ends a start; later it is a passing fault of the call that met it, because the next connection may be as it must. */
export class ConnectionFault extends StartError {
  override name = connection_fault
  /** The host with its port. */
  readonly where: string
  /** The two parts of the message: what is wrong, following the host's name, and what to do, following 'hãy'. */
  readonly explanation: Explanation
  /** What the system or PostgreSQL calls it, for the log. */
  readonly code: string | undefined

  constructor(where: string, [reason, advice]: Explanation, code?: string) {
    super(`Máy chủ cơ sở dữ liệu ${where} ${reason}: hãy ${advice}.`)
    this.where = where
    this.explanation = [reason, advice]
    this.code = code
  }
}

/** The fault of an address with several hosts, none of which can be used. */
export function noHost(faults: readonly ConnectionFault[]): ConnectionFault {
  const hosts = faults.map(({ where }) => where).join(', ')
  const reasons = faults.map(({ where, explanation: [reason] }) => `${where} ${reason}`).join('; ')
  const advice = [...new Set(faults.map(({ explanation: [, todo] }) => todo))].join('; ')
  return new ConnectionFault(hosts, [`đều không dùng được (${reasons})`, advice])
}

/** Whom a connection was to reach, and as whom. */
export interface Target {
  readonly host: string
  readonly port: number
  readonly user?: string | undefined
  readonly database?: string | undefined
  readonly ssl: unknown
}

/** The error that `pg` or the system throws when a connection cannot be opened. */
export function faultOf(error: unknown, target: Target): ConnectionFault {
  if (error instanceof ConnectionFault) return error
  const { code, message } = error as NodeJS.ErrnoException
  return new ConnectionFault(whereOf(target), explanationOf(code ?? '', message || (code ?? ''), target), code)
}

export function whereOf({ host, port }: Target): string {
  return host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function explanationOf(code: string, message: string, { user, database, ssl }: Target): Explanation {
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      // The latter of a socket that is not there.
      return [`không nhận kết nối (${code})`, 'khởi động PostgreSQL ở đó, hoặc sửa máy và cổng trong DATABASE_URL']
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return [`có tên mà hệ thống không tìm thấy (${code})`, 'sửa tên máy trong DATABASE_URL']
    case '28P01':
      return passwordRefused(user)
    case '28000':
      return [
        `không cho tài khoản “${user}” từ máy này vào cơ sở dữ liệu “${database}” (${message})`,
        ssl
          ? 'nhờ quản trị viên PostgreSQL sửa pg_hba.conf'
          : 'thêm sslmode=verify-full vào DATABASE_URL nếu máy chủ đòi TLS, hoặc nhờ quản trị viên PostgreSQL sửa pg_hba.conf',
      ]
    case '3D000':
      return noDatabase(database)
    case '42501':
      return [
        `không cho tài khoản “${user}” vào cơ sở dữ liệu “${database}”`,
        'nhờ quản trị viên PostgreSQL cấp quyền CONNECT',
      ]
    case '53300':
      return ['đã hết chỗ cho kết nối mới', 'giảm POOL_SIZE, hoặc tăng max_connections ở đó']
    case '57P03':
      return ['đang khởi động hoặc đang tắt', 'thử lại sau']
    default:
      return explanationByMessage(code, message, { user, database })
  }
}

const passwordRefused = (user: string | undefined): Explanation => [
  `từ chối mật khẩu của tài khoản “${user}”`,
  'sửa người dùng và mật khẩu trong DATABASE_URL',
]
const noDatabase = (database: string | undefined): Explanation => [
  `không có cơ sở dữ liệu “${database}”`,
  'tạo cơ sở dữ liệu đó, hoặc sửa tên trong DATABASE_URL',
]

/** Faults that have no code, or one of many for the same; PgBouncer gives all of its own the same code. */
function explanationByMessage(
  code: string,
  message: string,
  { user, database }: Pick<Target, 'user' | 'database'>,
): Explanation {
  if (/(password|SASL) authentication failed|client password must be a string/.test(message))
    return passwordRefused(user)
  if (message.includes('no such database')) return noDatabase(database)
  if (message.includes('SSL required')) return ['đòi TLS', 'thêm sslmode=verify-full vào DATABASE_URL']
  if (message.includes('does not support SSL'))
    return ['không có TLS mà DATABASE_URL đòi', 'bật TLS ở đó, hoặc bỏ sslmode và sslrootcert']
  if (/CERT|SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code))
    return [
      `có chứng chỉ TLS không tin được (${code})`,
      'sửa sslrootcert và tên máy trong DATABASE_URL, hoặc thay chứng chỉ ở đó',
    ]
  if (/timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(`${message} ${code}`))
    return ['không trả lời kịp', 'kiểm tra mạng, tường lửa và số kết nối mà máy chủ hay pooler ở đó cho phép']
  return [`không cho kết nối (${message})`, 'kiểm tra DATABASE_URL và nhật ký của máy chủ đó']
}
