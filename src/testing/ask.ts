/** Requests as no browser and no `fetch` would send them: odd headers, half bodies, bytes that are no HTTP. */
import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Person, Raw } from './office.ts'

let marks = 0
/** The marks of a call of its own, for the query. */
export function marked(): string {
  return `channel=CMS&transid=yeu-cau-${++marks}`
}

/** What a signed-in browser sends with each call. */
export function bearer({ token, cookies }: Person): { authorization: string; cookie: string } {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { authorization: `Bearer ${token}`, cookie }
}

export function envelopeIn(text: string): Raw['body'] {
  return JSON.parse(text) as Raw['body']
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

interface Ask {
  method?: string
  headers?: OutgoingHttpHeaders
  /** Several parts go out chunked, without a length. */
  body?: string | Buffer | string[]
}

export async function ask(url: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Reply> {
  const going = request(url, { method, headers, agent: false })
  if (Array.isArray(body)) for (const part of body) going.write(part)
  going.end(Array.isArray(body) ? undefined : body)
  const [incoming] = await once(going, 'response')
  let text = ''
  for await (const part of incoming.setEncoding('utf8')) text += part
  return { status: incoming.statusCode, headers: incoming.headers, text }
}

/** A socket on which `sent` has gone out and no more comes; `ended` gives all that was answered until the server hung up. */
export async function halfRequest(url: string, sent: string): Promise<{ socket: Socket; ended: Promise<string> }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  // A connection that is cut off while we write is reset, which `once` would take for a failure.
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
  await once(socket, 'connect')
  socket.write(sent)
  return { socket, ended }
}
