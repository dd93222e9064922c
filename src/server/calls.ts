/** The calls that are served, by name, for pages that speak about calls. `serve` fills it, so nothing that answers is missing. */
import type { Call, Calls } from '#contract/call.ts'

const served = new Map<string, Call>()

export function registerCalls(contract: Calls): void {
  for (const call of Object.values(contract)) served.set(call.name, call)
}

/** What a call does, in words; a call that is no longer served keeps its name. */
export function titleOf(name: string): string {
  return served.get(name)?.title ?? name
}

export function servedCalls(): Call[] {
  return [...served.values()]
}
