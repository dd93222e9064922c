/**
 * Answers to requests that never become a call. They have the same envelope and headers as all others, also where the connection itself is at fault
 * and the framework has no reply object.
 */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { errors } from '#contract/errors.ts'

/** The one content type that is parsed as JSON: unusual ones have been used to bypass checks. The framework passes parameters in quotes. */
export const json_type = /^application\/json(; ?charset="?utf-8"?)?$/i

const policy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]
/** What Google Maps needs beside that: its script inserts style elements into the page. */
const maps_policy = [
  "default-src 'self'",
  "script-src 'self' https://maps.googleapis.com",
  "connect-src 'self' https://*.googleapis.com https://*.gstatic.com data: blob:",
  "img-src 'self' data: blob: https://*.googleapis.com https://*.gstatic.com https://*.googleusercontent.com",
  "style-src 'self' 'unsafe-inline' https://fonts.googleapis.com",
  "font-src 'self' https://fonts.gstatic.com",
  "worker-src 'self' blob:",
  ...policy.filter((rule) => !/^(default|img|style)-src/.test(rule)),
]

const secure_headers: Readonly<Record<string, string>> = {
  'content-security-policy': policy.join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Google checks the page's origin against the key, so pages with a key send their origin, and nothing more, as the referrer. */
const with_maps: Readonly<Record<string, string>> = {
  ...secure_headers,
  'content-security-policy': maps_policy.join('; '),
  'referrer-policy': 'strict-origin',
}

export function secureHeaders(reply: FastifyReply, has_maps: boolean): void {
  reply.headers(has_maps ? with_maps : secure_headers)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
}

const sentences: Readonly<Record<number, string>> = {
  404: 'Không tìm thấy địa chỉ này.',
  405: 'Địa chỉ này không nhận phương thức ấy.',
  408: 'Yêu cầu gửi đến quá chậm.',
  413: 'Dữ liệu gửi lên quá lớn.',
  414: 'Địa chỉ quá dài.',
  415: 'Kiểu dữ liệu gửi lên không được hỗ trợ.',
  431: 'Phần đầu của yêu cầu quá lớn.',
}

/** The envelope's error for this HTTP status. */
export function faultOf(status: number): { error: { code: number; message: string }; data: null } {
  const [code, message] = status >= 500 ? errors.unknown_error : errors.request_invalid
  return { error: { code, message: sentences[status] ?? message }, data: null }
}

/** The connection brought no valid request: too slow, its head too large, or not HTTP at all. */
export function answerConnectionFault(error: { code?: string | undefined }, socket: Socket): void {
  // The client is gone, or an answer has already begun.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy()
  const status = statuses[error.code ?? ''] ?? 400
  const body = JSON.stringify(faultOf(status))
  const headers = {
    ...secure_headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }
