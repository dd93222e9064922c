// Started by network.ts in a network namespace of its own: runs a PostgreSQL or the gateway simulator there until its parent is gone.
import { once } from 'node:events'
import { Cluster } from '#server/testing/cluster.ts'
import { openSimulator } from '../../src/gateway-simulator/simulator.ts'
import { narrowLoopback } from './network.ts'

export interface DatabaseFacts {
  url: string
}
export interface GatewaysFacts {
  url: string
  settings: Record<string, string>
}

async function openDatabase(address: string): Promise<{ facts: DatabaseFacts; close(): Promise<void> }> {
  const cluster = await Cluster.make()
  cluster.write('pg_hba.conf', 'local all all scram-sha-256\nhost all all all scram-sha-256\n')
  await cluster.start({ listen_addresses: `127.0.0.1,${address}`, max_connections: 100 })
  return { facts: { url: cluster.url.replace('127.0.0.1', address) }, close: () => cluster.remove() }
}

async function openGateways(host: string): Promise<{ facts: GatewaysFacts; close(): Promise<void> }> {
  const { url, settings, close } = await openSimulator({ host, seed: 'drill', faults: { pending: 0.05 } })
  return { facts: { url, settings }, close }
}

const [role, address] = process.argv.slice(2)
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined)
narrowLoopback()
// The parent lays the cable once it hears from here, then sends any message, and is answered with the facts.
process.send!('here')
await once(process, 'message')
const { facts, close } = await (role === 'database' ? openDatabase(address!) : openGateways(address!))
process.once('disconnect', () => void close().finally(() => process.exit()))
process.send!(facts)
