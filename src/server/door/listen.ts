// What can go wrong when the program asks for its address, in words.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '#server/program/config.ts'
import { StartError } from '#server/program/start-error.ts'

/** Asked before anything is made: somebody who has to choose another port should not wait for a database first. */
export async function assertPortFree(config: Config): Promise<void> {
  const probe = createServer()
  try {
    probe.listen(config.port, config.host)
    await once(probe, 'listening')
    probe.close()
  } catch (error) {
    throw listenFault(error, config)
  }
}

export function listenFault(error: unknown, { host, port }: Config): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Cổng ${port} của ${host} đang được chương trình khác dùng: hãy dừng nó hoặc đặt PORT khác.`,
      )
    case 'EACCES':
      return new StartError(`Không có quyền mở cổng ${port}: hãy đặt PORT từ 1024 trở lên.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`Máy này không có địa chỉ ${host}: hãy đặt HOST khác.`)
    default:
      return error
  }
}
