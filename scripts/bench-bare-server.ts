// The least that answers over HTTP in this runtime: one prepared statement for each request and its rows as JSON, without sessions, rights, contracts,
// transactions or logs. It reads its statement from BARE_STATEMENT and sends its port to its parent process.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPools } from '#server/database/pool.ts'
import type { Statement } from './bench-server.ts'

const { text, values } = JSON.parse(process.env.BARE_STATEMENT!) as Statement
const { main } = createPools(process.env.DATABASE_URL!)
const server = createServer((_, response) => {
  const answer = async () => {
    const { rows } = await main.query({ name: 'bare', text, values })
    const body = Buffer.from(JSON.stringify({ error: { code: 0, message: '' }, data: rows }))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  }
  void answer()
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
