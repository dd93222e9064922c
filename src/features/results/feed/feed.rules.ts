/** Decides from the reports of the sources whether a draw's result is accepted. */
import { confirmBy, whenContradicting, whenLate } from '#features/settings/keno-result/keno-result.contract.ts'
import type { DrawnNumbers } from '#features/results/result/draw-shape.rules.ts'

export interface FeedRule {
  confirm_by: number
  wait_seconds: number
  when_late: number
  when_contradicting: number
  /** Whether a second person has confirmed the rule; until then each result waits for a person. */
  is_confirmed: boolean
}

export interface Report {
  source: number
  numbers: DrawnNumbers
}

type Decision =
  | { act: 'wait' }
  /** The sources contradict each other, or one of them itself. */
  | { act: 'leave_to_people' }
  /** The numbers become the result; with `confirms` it is confirmed at once, otherwise a person confirms it. */
  | { act: 'accept'; numbers: DrawnNumbers; confirms: boolean }

const sameText = ({ numbers }: Report) => JSON.stringify(numbers)

/**
 * Decides by the rule that two persons have set. Reports of a source that contradicts itself are not accepted.
 * @param waited_s seconds since the draw
 */
export function decide(rule: FeedRule, reports: readonly Report[], waited_s: number): Decision {
  const [first_reports, second_reports] = [1, 2].map((source) => reports.filter((report) => report.source === source))
  const reportedTexts = new Set(reports.map(sameText))
  if (reportedTexts.size === 0) return { act: 'wait' }
  const confirms = rule.is_confirmed && rule.confirm_by !== confirmBy.person
  if (reportedTexts.size > 1) {
    const trusts = confirms && rule.when_contradicting === whenContradicting.trust_first && first_reports!.length === 1
    return trusts ? { act: 'accept', numbers: first_reports![0]!.numbers, confirms } : { act: 'leave_to_people' }
  }
  const { numbers } = reports[0]!
  if (!confirms) return { act: 'accept', numbers, confirms }
  const isLate = waited_s >= rule.wait_seconds && rule.when_late === whenLate.take_other
  const isEnough =
    rule.confirm_by === confirmBy.one_source
      ? first_reports!.length > 0
      : first_reports!.length > 0 && second_reports!.length > 0
  return isEnough || isLate ? { act: 'accept', numbers, confirms } : { act: 'wait' }
}
