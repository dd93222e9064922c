import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confirmBy, whenContradicting, whenLate } from '#features/settings/keno-result/keno-result.contract.ts'
import { decide, type FeedRule, type Report } from './feed.rules.ts'

const usual: FeedRule = {
  confirm_by: confirmBy.two_sources,
  wait_seconds: 120,
  when_late: whenLate.wait,
  when_contradicting: whenContradicting.leave_to_people,
  is_confirmed: true,
}
const [right, other] = [{ main: ['1', '2', '3'] }, { main: ['6', '6', '6'] }]
const report = (source: number, numbers: Report['numbers'] = right): Report => ({ source, numbers })

test('two sources that agree are confirmed, and one alone waits for the other', () => {
  expect(decide(usual, [report(1), report(2)], 20)).toEqual({ act: 'accept', numbers: right, confirms: true })
  expect(decide(usual, [report(1)], 9_000)).toEqual({ act: 'wait' })
  const patient = { ...usual, when_late: whenLate.take_other }
  expect(decide(patient, [report(2)], 119)).toEqual({ act: 'wait' })
  expect(decide(patient, [report(2)], 120)).toMatchObject({ act: 'accept' })
})

test('the first source alone is enough where the rule allows it', () => {
  const single_source = { ...usual, confirm_by: confirmBy.one_source }
  expect(decide(single_source, [report(1)], 20)).toMatchObject({ act: 'accept', confirms: true })
  expect(decide(single_source, [report(2)], 20)).toEqual({ act: 'wait' })
})

test('contradicting sources are left to people, unless the rule trusts the first one', () => {
  expect(decide(usual, [report(1), report(2, other)], 20)).toEqual({ act: 'leave_to_people' })
  const trusting = { ...usual, when_contradicting: whenContradicting.trust_first }
  expect(decide(trusting, [report(1), report(2, other)], 20)).toMatchObject({ act: 'accept', numbers: right })
  expect(decide(trusting, [report(1), report(1, other), report(2)], 20)).toEqual({ act: 'leave_to_people' })
})

test('only reported numbers are accepted, and a rule that is unconfirmed or needs a person confirms none', () => {
  const rules = fc.record({
    confirm_by: fc.constantFrom(...Object.values(confirmBy)),
    wait_seconds: fc.integer({ min: 30, max: 3_600 }),
    when_late: fc.constantFrom(...Object.values(whenLate)),
    when_contradicting: fc.constantFrom(...Object.values(whenContradicting)),
    is_confirmed: fc.boolean(),
  })
  const reports = fc.array(fc.record({ source: fc.constantFrom(1, 2), numbers: fc.constantFrom(right, other) }), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(rules, reports, fc.nat(7_200), (rule, all, waited_s) => {
      const decision = decide(rule, all, waited_s)
      if (decision.act !== 'accept') return true
      const isReported = all.some(({ numbers }) => numbers === decision.numbers)
      const mayConfirm = rule.is_confirmed && rule.confirm_by !== confirmBy.person
      const isUndisputed = new Set(all.map((answer) => answer.numbers)).size === 1
      const mayTake = isUndisputed || rule.when_contradicting === whenContradicting.trust_first
      return isReported && mayTake && (mayConfirm || !decision.confirms)
    }),
  )
})
