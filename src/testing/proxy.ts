/** A round-robin proxy in front of several servers that skips servers which refuse the connection. */
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy {
  readonly url: string
  /** Number of responses by server URL. */
  readonly counts: ReadonlyMap<string, number>
  /** Replaces the list of servers. */
  route(urls: readonly string[]): void
  close(): Promise<void>
}

/** A load balancer in front of several servers, which take turns; one that refuses the connection is passed over. */
export async function openProxy(): Promise<Proxy> {
  const counts = new Map<string, number>()
  let urls: readonly string[] = []
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const first_index = turn++ % urls.length
    void readAll(incoming).then((body) =>
      forward({ incoming, body, counts }, outgoing, [...urls.slice(first_index), ...urls.slice(0, first_index)]),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    route: (new_urls) => void (urls = new_urls),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface ReceivedRequest {
  incoming: IncomingMessage
  /** Buffered, because it may have to be sent again to another server. */
  body: Buffer
  counts: Map<string, number>
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Retries on the next server only when the connection was refused; the client has to retry after any later failure. */
function forward(received: ReceivedRequest, outgoing: ServerResponse, [url, ...other_urls]: string[]): void {
  if (url === undefined) return void outgoing.writeHead(503).end()
  const { incoming, body, counts } = received
  const proxied = request(url + incoming.url, {
    method: incoming.method,
    headers: { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress },
    agent: false,
  })
  proxied.on('response', (answer) => {
    counts.set(url, (counts.get(url) ?? 0) + 1)
    outgoing.writeHead(answer.statusCode!, answer.headers)
    answer.on('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  proxied.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') return forward(received, outgoing, other_urls)
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end()
  })
  outgoing.on('close', () => proxied.destroy())
  proxied.end(body)
}
