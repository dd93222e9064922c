/** Requests that no browser and no `fetch` would send: odd headers, truncated bodies, bytes that are not HTTP. */
import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Person, RawAnswer } from './office.ts'

let request_count = 0
/** Query parameters of a call: the channel and a fresh transid. */
export function marked(): string {
  return `channel=CMS&transid=yeu-cau-${++request_count}`
}

/** The authentication headers that a signed-in browser sends. */
export function bearer({ token, cookies }: Person): { authorization: string; cookie: string } {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { authorization: `Bearer ${token}`, cookie }
}

/** The envelope in a reply's text. */
export function envelopeIn(text: string): RawAnswer['body'] {
  return JSON.parse(text) as RawAnswer['body']
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

interface RequestOptions {
  method?: string
  headers?: OutgoingHttpHeaders
  /** An array is sent chunked, without content-length. */
  body?: string | Buffer | string[]
}

/** Sends one request on a connection of its own, and reads the whole reply as text. */
export async function ask(url: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<Reply> {
  const outgoing = request(url, { method, headers, agent: false })
  if (Array.isArray(body)) for (const part of body) outgoing.write(part)
  outgoing.end(Array.isArray(body) ? undefined : body)
  const [incoming] = await once(outgoing, 'response')
  let text = ''
  for await (const part of incoming.setEncoding('utf8')) text += part
  return { status: incoming.statusCode, headers: incoming.headers, text }
}

/** Opens a socket and sends only `head`; `ended` resolves with everything received until the connection was closed. */
export async function halfRequest(url: string, head: string): Promise<{ socket: Socket; ended: Promise<string> }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  // The server may reset the connection while we write, and `once` would reject on that error.
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
  await once(socket, 'connect')
  socket.write(head)
  return { socket, ended }
}
