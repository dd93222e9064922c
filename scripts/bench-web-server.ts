// Server of bench-web.ts: serves the built files as our own server does, and answers calls without a database.
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { account, type Account } from '#features/access/account/account.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { listPreference } from '#contract/web-calls/list-preference.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { base_path } from '#contract/call.ts'
import { project_dir } from '#server/program/config.ts'
import type * as z from 'zod/mini'

export interface Bench {
  url: string
  close: () => void
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Starts the server; the account list has `total` rows, every other list is empty. */
export async function serveBench(total: number): Promise<Bench> {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://bench')
    if (url.pathname.startsWith(base_path)) answer(request, response, dataOf(url, total))
    else sendFile(url.pathname, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function sendFile(path: string, response: ServerResponse): void {
  const dir = join(project_dir, 'dist', 'web')
  const safe_path = path.includes('..') ? '/index.html' : path
  const file = extname(safe_path) && existsSync(join(dir, safe_path)) ? join(dir, safe_path) : join(dir, 'index.html')
  const packed = existsSync(`${file}.br`)
  const body = readFileSync(packed ? `${file}.br` : file)
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
  if (packed) response.setHeader('content-encoding', 'br')
  response.end(body)
}

function answer(request: IncomingMessage, response: ServerResponse, data: unknown): void {
  request.resume()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ error: { code: 0, message: '' }, data }))
}

function dataOf(url: URL, total: number): unknown {
  if (url.pathname === ownSession.roles.path) return roles
  if (url.pathname === listPreference.get.path) return null
  if (url.pathname !== account.list.path) return { items: [], total: 0 }
  if (url.searchParams.get('part') === 'totals') return { items: [], total }
  const size = Number(url.searchParams.get('page_size'))
  const from = (Number(url.searchParams.get('page_index')) - 1) * size
  return {
    items: Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, index) => row(from + index + 1)),
  }
}

const roles = {
  lsPageInfos: [
    { id: 1, parent_id: 0, page_name: 'Hệ thống', page_icon: 'settings', page_url: '', isOpen: true, role_list: '' },
    { id: 2, parent_id: 1, page_name: 'Trang chủ', page_icon: 'home', page_url: '/', isOpen: false, role_list: '1' },
    {
      id: 3,
      parent_id: 1,
      page_name: accountPage.title,
      page_icon: accountPage.icon,
      page_url: accountPage.url,
      isOpen: false,
      role_list: '1,2,3,4,6',
    },
  ],
  userBaseStore: null,
  user: { user_id: 1, user_name: 'bench', full_name: 'Người đo' },
}

function row(number: number): z.output<typeof Account> {
  return {
    user_id: number,
    user_name: `tai.khoan.${number}`,
    full_name: `Nguyễn Thị Hồng Nhung ${number}`,
    birthday: '1990-05-17',
    email: `tai.khoan.${number}@veso.example`,
    sex: 2,
    address: '12 Lê Lợi, Phường Bến Nghé, Quận 1, TP. Hồ Chí Minh',
    unit: 'Phòng kinh doanh miền Tây',
    phone_number: `849${String(number).padStart(8, '0')}`,
    mobile_number: null,
    schedule_id: null,
    partner_id: 1,
    base_id: null,
    groups: [{ group_id: 1, group_name: 'Kế toán' }],
    schedule_name: null,
    partner_name: 'Đại lý Minh Chính',
    base_name: null,
    status: number % 7 === 0 ? 0 : 1,
    is_admin: false,
    must_change_password: false,
    forgot_at: null,
    last_sign_in_at: '2026-10-01T09:05:33+07:00',
    created_by_name: 'Quản trị viên',
    created_at: '2026-01-15T08:00:00+07:00',
    updated_by_name: null,
    updated_at: null,
    version: 1,
  }
}
