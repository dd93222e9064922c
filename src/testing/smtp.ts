/** A small SMTP server on loopback that stores accepted mails and refuses mails on demand. */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { MailSettings } from '#server/mail/mail.ts'

export interface TestMail {
  from: string
  to: string[]
  /** Headers and text as received. */
  data: string
}

export interface TestSmtp {
  settings: MailSettings
  mails: TestMail[]
  /** Refuses the next `count` mails with a temporary error. */
  refuse(count: number): void
  /** Decides on each mail: accept it, accept it without replying, or drop it. */
  gate: (mail: TestMail) => Promise<'take' | 'take without an answer' | 'lose'>
  close(): Promise<void>
}

/** A mail server on this machine that keeps what it takes. */
export async function openSmtp(): Promise<TestSmtp> {
  const mails: TestMail[] = []
  let refused = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serveConnection(socket, async (mail) => {
      if (refused > 0) {
        refused--
        return '451 try again later'
      }
      const verdict = await self.gate(mail)
      if (verdict !== 'lose') mails.push(mail)
      return verdict === 'take' ? '250 taken' : null
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const self: TestSmtp = {
    gate: async () => 'take',
    settings: { host: '127.0.0.1', port, user: null, password: null, from: 'canhbao@example.vn', is_local: true },
    mails,
    refuse: (count) => (refused = count),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return self
}

/** `take` returns the reply to a mail; null sends none. */
function serveConnection(socket: Socket, take: (mail: TestMail) => Promise<string | null>): void {
  const reply = (line: string | null) => line !== null && socket.writable && socket.write(`${line}\r\n`)
  let mail: TestMail = { from: '', to: [], data: '' }
  let [rest, in_data] = ['', false]
  const handleLine = (line: string) => {
    if (in_data) {
      if (line !== '.') return void (mail.data += `${line}\n`)
      in_data = false
      void take(mail).then(reply)
      mail = { from: '', to: [], data: '' }
      return
    }
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (/^MAIL FROM/i.test(line)) mail.from = address
    if (/^RCPT TO/i.test(line)) mail.to.push(address)
    in_data = /^DATA/i.test(line)
    reply(in_data ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 ok')
  }
  reply('220 test')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) handleLine(line)
  })
}
