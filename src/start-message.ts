// The text printed after the start: the address, the accounts that can sign in, and what to try first.
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sample_accounts } from './sample/business.ts'
import type { Page } from '#contract/page.ts'
import { sample_password_file, type InitialPassword } from '#server/program/prepare.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { groupPage } from '#features/access/pages.contract.ts'
import { heldPage, transactionPage } from '#features/orders/pages.contract.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import { importApprovalPage, ticketPage } from '#features/tickets/pages.contract.ts'
import { bankWithdrawalPage, depositPage } from '#features/wallets/pages.contract.ts'

export interface Sample {
  /** Whether the database has the sample business. */
  is_there: boolean
  /** The staff's password when it was generated at this start. */
  initial: InitialPassword | null
}

interface StartFacts {
  address: string
  data_dir: string
  admin: InitialPassword | null
  sample: Sample
}

type SampleAccount = (typeof sample_accounts)[number]['user_name']

const to_try: Record<SampleAccount, [what: string, where: Page]> = {
  quantri: ['Xem một nhóm được làm gì, ở đâu', groupPage],
  kho: ['Lập một phiếu nhập vé', ticketPage],
  duyetve: ['Duyệt phiếu mà kho vừa lập', importApprovalPage],
  ketoan: ['Khớp tiền về với yêu cầu nạp', depositPage],
  duyetchi: ['Duyệt một lệnh rút tiền', bankWithdrawalPage],
  xulydon: ['Xử lý một đơn giữ vé', heldPage],
  cskh: ['Tìm đơn theo số điện thoại', transactionPage],
  daily: ['Xem các điểm bán của đại lý', posPage],
}

/**
 * The lines in Vietnamese: the address, a table of accounts with what to try first, and how to get their passwords; the
 * accounts of the sample only where it is loaded.
 */
export function startMessage({ address, data_dir, admin, sample }: StartFacts): string[] {
  const rows = [
    ['Tài khoản', 'Vai trò', 'Nên thử trước', ''],
    ['admin', 'Quản trị viên', 'Lập tài khoản cho một người', accountPage.url],
  ]
  if (sample.is_there)
    for (const { user_name, group } of sample_accounts) {
      const [suggestion, page] = to_try[user_name]
      rows.push([user_name, group, suggestion, page.url])
    }
  const passwords = [`Mật khẩu admin: ${passwordHint(admin, 'ADMIN_PASSWORD', join(data_dir, 'admin-password.txt'))}`]
  if (sample.is_there) {
    const file = join(data_dir, sample_password_file)
    passwords.push(`Mật khẩu tài khoản mẫu: ${passwordHint(sample.initial, 'SAMPLE_PASSWORD', file)}`)
    passwords.push('Dữ liệu mẫu không bắt buộc bước xác minh thứ hai (bật ở “Bảo mật của tôi”).')
  }
  return ['', `Mở ${address} (Ctrl+C để dừng)`, ...table(rows), ...passwords]
}

/** The same for the log of a machine: the address, and where the first passwords are kept, which do not belong into a log. */
export function startLines({ address, admin, sample }: StartFacts): string[] {
  const files = [admin?.file, sample.initial?.file].filter((file) => file != null)
  return [`Mở ${address}`, ...files.map((file) => `Mật khẩu ban đầu lưu trong ${short(file)}`)]
}

function table(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, n) => Math.max(...rows.map((row) => row[n]!.length)))
  return rows.map((row) => `  ${row.map((cell, n) => cell.padEnd(widths[n]!)).join('  ')}`.trimEnd())
}

/** The password when it was generated at this start, otherwise the file or variable that it comes from. */
function passwordHint(initial: InitialPassword | null, variable: string, file: string): string {
  if (initial?.file) return `${initial.password} (lưu trong ${short(initial.file)})`
  if (initial) return `đặt trong ${variable}`
  return existsSync(file) ? `như ban đầu thì xem ${short(file)}` : 'đã đặt ở lần chạy đầu tiên'
}

/** Path relative to the working directory when that is shorter. */
function short(file: string): string {
  const from_here = relative(process.cwd(), file)
  return from_here.length < file.length ? from_here : file
}
