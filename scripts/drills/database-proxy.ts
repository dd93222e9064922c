// A TCP proxy before a database: it stands for a replica in the drill of alerts.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A proxy to the database at this address, which is asked for with each connection. It can be closed and opened again on its port. */
export function databaseProxy(urlOf: () => string) {
  const sockets = new Set<Socket>()
  let port = 0
  let server: Server | null = null
  return {
    url: () => `postgres://ve_so:${new URL(urlOf()).password}@127.0.0.1:${port}/ve_so`,
    async open() {
      server = createServer((incoming) => {
        const url = new URL(urlOf())
        const folder = url.searchParams.get('host')
        const outgoing = connect(folder ? { path: `${folder}/.s.PGSQL.${url.port}` } : { port: Number(url.port) })
        for (const socket of [incoming, outgoing])
          sockets.add(socket.on('error', () => undefined).on('close', () => (incoming.destroy(), outgoing.destroy())))
        incoming.pipe(outgoing).pipe(incoming)
      }).listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
    },
    close() {
      server?.close()
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
  }
}
