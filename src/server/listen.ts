// What can go wrong when the program asks for its address, in words.
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

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
