/** What tests and drills do to the world from another process: `/control/…` on the same port, for this machine only. */
import type { Control } from './simulator.ts'
import type { Asked, Reply, Route } from './door.ts'

export function controlRoutes(control: Control): Route[] {
  // JSON must be said to be JSON: a page in a browser cannot do that from elsewhere without being asked for permission.
  const read = (asked: Asked) => {
    if (asked.headers['content-type']?.startsWith('application/json')) return JSON.parse(asked.body) as never
    throw new Error('content-type must be application/json')
  }
  const route = (method: string, path: string, act: (asked: Asked) => unknown): Route => ({
    method,
    pattern: new RegExp(`^/control/${path}$`),
    faults: [],
    keyOf: () => '',
    handle: (asked): Reply => ({ status: 200, body: act(asked) ?? {} }),
  })
  return [
    route('GET', 'faults', () => control.faults()),
    route('PUT', 'faults', (asked) => control.setFaults(read(asked))),
    route('GET', 'totals', () => control.totals()),
    route('GET', 'orders', () => control.orders()),
    route('GET', 'notices', () => control.notices()),
    route('POST', 'funds', (asked) => control.fund(read(asked))),
    route('POST', 'credits', (asked) => control.credit(read(asked))),
    route('POST', 'differences', (asked) => control.plant(read(asked))),
    route('POST', 'settle', () => control.settle()),
  ]
}
