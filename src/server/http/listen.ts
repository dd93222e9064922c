// Checks the address on which the program is to listen, and explains in Vietnamese what is wrong with it.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartError } from '#server/program/start-error.ts'

interface ListenAddress {
  host: string
  port: number
  /** the settings that give this address */
  settings: { host: string; port: string }
}

/** Called before anything else is started: somebody who must choose another port should not wait for a database first. */
export async function assertPortFree(address: ListenAddress): Promise<void> {
  const probe = createServer()
  try {
    probe.listen(address.port, address.host)
    await once(probe, 'listening')
    probe.close()
  } catch (error) {
    throw listenFault(error, address)
  }
}

/**
 * Throws StartError, whose sentence names the setting to change, when the port is taken, forbidden or not of this
 * machine.
 */
export async function listen(server: FastifyInstance, address: ListenAddress): Promise<void> {
  try {
    await server.listen({ host: address.host, port: address.port })
  } catch (error) {
    throw listenFault(error, address)
  }
}

function listenFault(error: unknown, { host, port, settings }: ListenAddress): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Cổng ${port} của ${host} đang được chương trình khác dùng: hãy dừng nó hoặc đặt ${settings.port} khác.`,
      )
    case 'EACCES':
      return new StartError(`Không có quyền mở cổng ${port}: hãy đặt ${settings.port} từ 1024 trở lên.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`Máy này không có địa chỉ ${host}: hãy đặt ${settings.host} khác.`)
    default:
      return error
  }
}
