// Load generator of bench-intake.ts, run in a worker thread: each connection creates an order, pays it, and continues with the next one.
import { createPrivateKey, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { signatureOf } from '../src/simulate/signing.ts'

interface Load {
  url: string
  seconds: number
  connections: number
  order: object
  devices: { device_code: string; private_key: string }[]
}

const { url, seconds, connections, order, devices } = workerData as Load
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const signers = devices.map(({ device_code, private_key }) => ({
  device_code,
  private_key: createPrivateKey(private_key),
}))

function send(n: number, path: string, input: object): Promise<{ code: number; order_id: number }> {
  const body = JSON.stringify({ transid: randomUUID(), ...input })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...signatureOf({ method: 'POST', path, body }, signers[n % signers.length]!),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { method: 'POST', agent, headers }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (part: string) => (text += part))
      incoming.on('end', () => {
        const answer = JSON.parse(text) as { error: { code: number }; data: { order_id: number } | null }
        resolve({ code: answer.error.code, order_id: answer.data?.order_id ?? 0 })
      })
    })
    outgoing.on('error', reject).end(body)
  })
}

const times: number[] = []
let refused = 0
const end = performance.now() + seconds * 1_000
const started_ms = performance.now()
async function connection(n: number): Promise<void> {
  while (performance.now() < end) {
    const start = performance.now()
    const order_answer = await send(n, '/api/xs/channel/order/create', order)
    const paid =
      order_answer.code === 0
        ? await send(n, '/api/xs/channel/order/pay', { order_id: order_answer.order_id })
        : order_answer
    if (paid.code === 0) times.push(performance.now() - start)
    else refused++
  }
}
await Promise.all(Array.from({ length: connections }, (_, n) => connection(n)))
agent.destroy()
times.sort((a, b) => a - b)
const rate = (times.length / (performance.now() - started_ms)) * 1_000
parentPort!.postMessage({ rate, refused, p99: times[Math.floor(times.length * 0.99)] ?? 0 })
