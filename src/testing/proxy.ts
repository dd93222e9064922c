/** A small proxy before several programs: each request goes to the next of them, and past one that takes no connection. */
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy {
  readonly url: string
  /** How many requests each program was given. */
  readonly given: ReadonlyMap<string, number>
  /** Which programs there are from now on. */
  route(urls: readonly string[]): void
  close(): Promise<void>
}

export async function openProxy(): Promise<Proxy> {
  const given = new Map<string, number>()
  let urls: readonly string[] = []
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const first = turn++ % urls.length
    void readAll(incoming).then((body) =>
      forward({ incoming, body, given }, outgoing, [...urls.slice(first), ...urls.slice(0, first)]),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given,
    route: (next) => void (urls = next),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface ReceivedRequest {
  incoming: IncomingMessage
  /** Kept, because it may have to be sent once more. */
  body: Buffer
  given: Map<string, number>
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Only a request that no program has seen goes to another one; what broke off afterwards is the client's to ask again. */
function forward(received: ReceivedRequest, outgoing: ServerResponse, [url, ...others]: string[]): void {
  if (url === undefined) return void outgoing.writeHead(503).end()
  const { incoming, body, given } = received
  const going = request(url + incoming.url, {
    method: incoming.method,
    headers: { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress },
    agent: false,
  })
  going.on('response', (answer) => {
    given.set(url, (given.get(url) ?? 0) + 1)
    outgoing.writeHead(answer.statusCode!, answer.headers)
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  going.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') return forward(received, outgoing, others)
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end()
  })
  outgoing.on('close', () => going.destroy())
  going.end(body)
}
