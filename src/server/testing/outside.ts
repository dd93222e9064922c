/** The program's gateways in front of a simulator of the world outside, over real HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { openSimulator, type SimulatorOptions } from '../../gateway-simulator/simulator.ts'
import { readConfig } from '#server/program/config.ts'
import { openGateways } from '../gateways/configure.ts'
import type { PayoutOrder } from '../gateways/gateway.ts'
import type { ClientPolicy } from '../gateways/http.ts'

/** A policy without delays, so that tests do not wait. */
const quick: Partial<ClientPolicy> = { timeout_ms: 20_000, per_second: 10_000, breaker_threshold: 1_000_000 }
const closed_url = 'http://127.0.0.1:9/'

/** A simulator of the gateways, closed when the test ends, and the gateways as the program makes them. */
export async function openOutside(
  options: SimulatorOptions = {},
  manners: Partial<ClientPolicy> = {},
  ipn_url: string = closed_url,
) {
  const simulator = await openSimulator(options)
  onTestFinished(() => simulator.close())
  return { simulator, ...connect(simulator.settings, manners, ipn_url) }
}

/** The gateways as the program makes them from these settings. */
export function connect(
  settings: Record<string, string>,
  manners: Partial<ClientPolicy> = {},
  ipn_url: string = closed_url,
) {
  const { momo, bank, telecom, statements } = openGateways(readConfig(settings, []), () => ipn_url, {
    ...quick,
    ...manners,
  })
  return { momo: momo!, bank: bank!, telecom: telecom!, statements: statements! }
}

/** A server that MoMo's notifications are sent to: it keeps them in their order and answers with `status`. */
export async function openIpnReceiver(
  status: (turn: number) => number = () => 204,
): Promise<{ url: string; bodies: unknown[] }> {
  const bodies: unknown[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    response.writeHead(status(bodies.length)).end()
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ipn`, bodies }
}

let orders = 0

/** A payout of 50.000 đ to a wallet, under numbers of its own. */
export function wallet(overrides: Partial<PayoutOrder> = {}, msisdn = '84912345678'): PayoutOrder {
  const n = ++orders
  const receiver = { kind: 'wallet', msisdn, name: 'NGUYEN VAN AN' } as const
  return {
    order_id: `RUT-${n}`,
    request_id: `yeu-cau-${n}`,
    amount: 50_000,
    content: 'Rút tiền',
    to: receiver,
    ...overrides,
  }
}

/** A payout of 50.000 đ to a bank account, under numbers of its own. */
export function account(overrides: Partial<PayoutOrder> = {}, account_number = '0123456789'): PayoutOrder {
  const receiver = { kind: 'bank', bin: '970436', account_number, account_name: 'NGUYỄN VĂN AN' } as const
  return wallet({ to: receiver, ...overrides })
}
