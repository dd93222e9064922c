/** Account checks at the telecom over HTTP. What its payments share with the other gateways is in payout.test.ts. */
import { expect, test } from 'vitest'
import { connect, openOutside } from '../testing/outside.ts'

const msisdn = '84912345678'

test('an account check returns the name of the holder, the same each time', async () => {
  const { simulator, telecom } = await openOutside()
  const first = await telecom.checkAccount(msisdn)
  expect(first).toMatchObject({ outcome: 'exists', name: expect.stringMatching(/^[A-Z]+( [A-Z]+)+$/), code: '00' })
  expect(await telecom.checkAccount(msisdn)).toEqual(first)
  simulator.subscribe([{ msisdn, name: 'NGUYEN THI MY CHAU' }])
  expect(await telecom.checkAccount(msisdn)).toMatchObject({ outcome: 'exists', name: 'NGUYEN THI MY CHAU' })
})

test.each([
  ['84900001007', 'absent', 'NO_ACCOUNT'],
  ['84900004001', 'closed', 'BLOCKED'],
  ['84900004002', 'closed', 'UNVERIFIED'],
  ['84900001004', 'exists', '00'],
  ['123', 'unknown', 'INVALID'],
] as const)(
  'the account check of %s is %s (%s), with a name only where the account exists',
  async (number, outcome, code) => {
    const { telecom } = await openOutside()
    const answer = await telecom.checkAccount(number)
    expect(answer).toMatchObject({ outcome, code, message: expect.stringMatching(/\p{L}/u) })
    expect(answer.name !== null).toBe(outcome === 'exists')
  },
)

test.each([
  ['lost_request', 'network'],
  ['lost_answer', 'network'],
  ['error', 'network'],
  ['forged', 'signature'],
  ['wrong_amount', 'mismatch'],
] as const)('after %s an account check is unknown (%s), and a later one finds the account', async (fault, code) => {
  const { simulator, telecom } = await openOutside({ faults: { [fault]: 1 } })
  expect(await telecom.checkAccount(msisdn)).toMatchObject({ outcome: 'unknown', name: null, code })
  simulator.setFaults({})
  expect(await telecom.checkAccount(msisdn)).toMatchObject({ outcome: 'exists' })
})

test('an account check with another key is unknown (signature)', async () => {
  const { simulator } = await openOutside()
  const { telecom } = connect({ ...simulator.settings, TELECOM_SECRET: 'khác' })
  expect(await telecom.checkAccount(msisdn)).toMatchObject({ outcome: 'unknown', code: 'signature' })
})

test('an account check is not sent while the breaker is open, and its outcome says so', async () => {
  const { telecom } = await openOutside({ faults: { lost_request: 1 } }, { breaker_threshold: 2 })
  for (const _ of [1, 2]) await telecom.checkAccount(msisdn)
  expect(await telecom.checkAccount(msisdn)).toMatchObject({ outcome: 'unsent', code: 'breaker' })
})

test('account checks keep to TELECOM_CHECKS_PER_SECOND', async () => {
  const { simulator } = await openOutside()
  const { telecom } = connect({ ...simulator.settings, TELECOM_CHECKS_PER_SECOND: '5' })
  expect(telecom.checks_per_second).toBe(5)
  const since = performance.now()
  await Promise.all(Array.from({ length: 11 }, () => telecom.checkAccount(msisdn)))
  // Five at once, then five more after a second and the last after two.
  expect(performance.now() - since).toBeGreaterThan(1_000)
})
