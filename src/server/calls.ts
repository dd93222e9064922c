/** The served calls by name, for pages that describe calls. `serve` fills it. */
import type { Call, Calls } from '#contract/call.ts'

const served = new Map<string, Call>()

/** Called by `serve` for each contract that it serves. */
export function registerCalls(contract: Calls): void {
  for (const call of Object.values(contract)) served.set(call.name, call)
}

/** The title of a call; for a call that is no longer served its name. */
export function titleOf(name: string): string {
  return served.get(name)?.title ?? name
}

/** All served calls, in the order in which their contracts were registered. */
export function servedCalls(): Call[] {
  return [...served.values()]
}
