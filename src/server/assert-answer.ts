/** In tests and development: checks that an answer is exactly what its contract declares. */
import type { Call } from '#contract/call.ts'

/** @throws Error that names the first deviation, also a field that the contract does not declare */
export function assertAnswer(call: Call, answer: unknown): void {
  const result = call.output._zod.run({ value: structuredClone(answer), issues: [] }, { async: false }) as {
    value: unknown
    issues: unknown[]
  }
  if (result.issues.length > 0)
    throw new Error(`${call.name} answered outside its contract: ${JSON.stringify(result.issues)}`)
  const extra = extraKeys(answer, result.value)
  if (extra) throw new Error(`${call.name} answered with more than its contract says: ${extra}`)
}

/** The first key of the answer that the contract does not declare. */
function extraKeys(answer: unknown, declared: unknown, path = ''): string | null {
  if (answer === null || typeof answer !== 'object' || declared === null || typeof declared !== 'object') return null
  for (const [key, value] of Object.entries(answer)) {
    if (value === undefined) continue
    if (!(key in declared)) return `${path}${key}`
    const deeper = extraKeys(value, (declared as Record<string, unknown>)[key], `${path}${key}.`)
    if (deeper) return deeper
  }
  return null
}
