// `npm run gateways`: simulates MoMo, a bank, a telecom and two sources of draw results for a program on this machine, and prints the environment
// variables for that program. With --dir the payments and the keys are kept between runs.
import { parseArgs } from 'node:util'
import { openSimulator } from '../src/gateway-simulator/simulator.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    dir: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Fault rates by name, as JSON. */
    faults: { type: 'string', default: '{}' },
  },
})
const { port, dir, seed, faults } = values

const simulator = await openSimulator({ port: Number(port), dir, seed, faults: JSON.parse(faults) as object })
console.log(`Cổng thanh toán mô phỏng: ${simulator.url} (Ctrl+C để dừng)\n`)
for (const [name, value] of Object.entries(simulator.settings)) console.log(`export ${name}='${value}'`)
console.log('\nNguồn kết quả, đặt ở Cấu hình hệ thống → Kết quả Keno:')
for (const { url, key } of Object.values(simulator.feeds)) console.log(`  ${url}  khóa ${key}`)

let is_closing = false
async function close(): Promise<void> {
  if (is_closing) return
  is_closing = true
  await simulator.close()
  // The IPC channel to the launcher keeps the process alive.
  if (process.connected) process.disconnect()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close())
process.once('disconnect', () => void close())
