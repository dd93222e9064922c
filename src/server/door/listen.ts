// Checks the address on which the program is to listen, and explains in Vietnamese what is wrong with it.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartError } from '#server/program/start-error.ts'

interface Place {
  host: string
  port: number
  /** the settings that give this address */
  settings: { host: string; port: string }
}

/** Called before anything else is started: somebody who must choose another port should not wait for a database first. */
export async function assertPortFree(place: Place): Promise<void> {
  const probe = createServer()
  try {
    probe.listen(place.port, place.host)
    await once(probe, 'listening')
    probe.close()
  } catch (error) {
    throw listenFault(error, place)
  }
}

export async function listen(server: FastifyInstance, place: Place): Promise<void> {
  try {
    await server.listen({ host: place.host, port: place.port })
  } catch (error) {
    throw listenFault(error, place)
  }
}

function listenFault(error: unknown, { host, port, settings }: Place): unknown {
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
