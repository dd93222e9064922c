/** The comparison by itself: it finds every injected difference, and nothing else. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findingKind, type FindingKind } from './reconciliation.contract.ts'
import { compare, needsNeighbours, type OurPayout, type TheirLine } from './reconciliation.rules.ts'

const day = '2026-11-20'
const day_before = '2026-11-19'
const day_after = '2026-11-21'

const payoutAt = (index: number): OurPayout => ({
  order_id: `RT${index}-1-x`,
  withdrawal_id: index + 1,
  amount: 10_000 + index,
  account: `849${String(index).padStart(8, '0')}`,
  status: 'paid',
  from_day: day,
  to_day: day,
  is_expected: true,
})
const lineOf = ({ order_id, withdrawal_id, amount, account }: OurPayout): TheirLine => ({
  kind: 'payout',
  order_id,
  trans_id: `T${withdrawal_id}`,
  amount,
  fee: 0,
  status: 'paid',
  account,
})

interface World {
  payouts: OurPayout[]
  lines: TheirLine[]
  after: TheirLine[]
}

/** How each kind of difference is injected into a payout or its line in the list of the day. */
const plants: Record<FindingKind, (world: World, payout: OurPayout, line: TheirLine) => void> = {
  [findingKind.unknown_here]: (world, payout) => {
    world.payouts = world.payouts.filter((other) => other !== payout)
  },
  [findingKind.missing_there]: (world, _, line) => {
    world.lines = world.lines.filter((other) => other !== line)
  },
  [findingKind.amount]: (_, __, line) => void (line.amount += 1),
  [findingKind.state]: (_, payout) => void (payout.status = 'open'),
  [findingKind.twice]: (world, _, line) => void world.lines.push({ ...line, trans_id: `${line.trans_id}-2` }),
  [findingKind.receiver]: (_, __, line) => void (line.account = '84999999999'),
  [findingKind.fee]: (_, __, line) => void (line.fee = 1_100),
  [findingKind.other_day]: (world, _, line) => {
    world.lines = world.lines.filter((other) => other !== line)
    world.after.push(line)
  },
}
const kinds = Object.values(findingKind)

/** A day with `count` payouts; `planted` has the kind of difference by the index of its payout. */
function worldWith(count: number, planted: ReadonlyMap<number, FindingKind>): World {
  const payouts = Array.from({ length: count }, (_, index) => payoutAt(index))
  const world: World = { payouts, lines: payouts.map(lineOf), after: [] }
  const lines = world.lines
  for (const [index, kind] of planted) plants[kind](world, payouts[index]!, lines[index]!)
  return world
}

const differencesOf = ({ payouts, lines, after }: World) =>
  compare({ day, lines, neighbours: [{ day: day_after, lines: after }] }, payouts).differences.map(
    ({ order_id, kind }) => `${order_id} ${kind}`,
  )
const expected = (planted: ReadonlyMap<number, FindingKind>) =>
  [...planted].map(([index, kind]) => `${payoutAt(index).order_id} ${kind}`)

describe('injected differences', () => {
  const days = fc
    .record({
      count: fc.integer({ min: 1, max: 120 }),
      faults: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...kinds)), { maxLength: 40 }),
    })
    .map(({ count, faults }) => ({ count, planted: new Map(faults.map(([index, kind]) => [index % count, kind])) }))

  test('are all found, and nothing else is', () => {
    fc.assert(
      fc.property(days, ({ count, planted }) => {
        expect(differencesOf(worldWith(count, planted)).toSorted()).toEqual(expected(planted).toSorted())
      }),
      { numRuns: 300 },
    )
  })

  test('are found in whatever order the list is', () => {
    fc.assert(
      fc.property(days, fc.integer(), ({ count, planted }, turn) => {
        const world = worldWith(count, planted)
        const cut = Math.abs(turn) % (world.lines.length + 1)
        const turned = { ...world, lines: [...world.lines.slice(cut), ...world.lines.slice(0, cut)] }
        expect(differencesOf(turned).toSorted()).toEqual(differencesOf(world).toSorted())
      }),
    )
  })

  test('are found within two seconds when there are fifty in 10,000 lines', () => {
    const planted = new Map(Array.from({ length: 50 }, (_, index) => [index * 197, kinds[index % kinds.length]!]))
    const world = worldWith(10_000, planted)
    const since = performance.now()
    expect(differencesOf(world).toSorted()).toEqual(expected(planted).toSorted())
    expect(performance.now() - since).toBeLessThan(2_000)
  })
})

describe('lists of neighbouring days', () => {
  const payout = payoutAt(1)
  const overnight = { ...payout, from_day: day_before, to_day: day }

  test('may have a payout on either day when it was sent before and answered after midnight', () => {
    const line = lineOf(overnight)
    expect(compare({ day, lines: [line] }, [overnight]).differences).toEqual([])
    const evening = { day: day_before, lines: [] }
    expect(needsNeighbours(evening, [overnight])).toBe(true)
    expect(compare({ ...evening, neighbours: [{ day, lines: [line] }] }, [overnight])).toEqual({
      differences: [],
      theirs: { count: 0, amount: 0 },
      ours: { count: 0, amount: 0 },
    })
  })

  test('report both days of a payout that is only in the list of another day', () => {
    const list = { day: day_after, lines: [lineOf(payout)] }
    expect(needsNeighbours(list, [payout])).toBe(true)
    expect(compare(list, [payout]).differences).toMatchObject([
      { kind: findingKind.other_day, detail: 'Hệ thống ghi ngày 20/11/2026, cổng ghi ngày 21/11/2026.' },
    ])
  })

  test('report a payout that is in both as paid twice', () => {
    const list = { day: day_after, lines: [{ ...lineOf(payout), trans_id: 'T2-2' }] }
    const neighbours = [{ day, lines: [lineOf(payout)] }]
    expect(compare({ ...list, neighbours }, [payout]).differences).toMatchObject([
      { kind: findingKind.twice, trans_id: 'T2-2', our_amount: 10_001, their_amount: 20_002 },
    ])
  })

  test('are not needed when the list of the day has every payout', () => {
    expect(needsNeighbours({ day, lines: [lineOf(payout)] }, [payout])).toBe(false)
  })
})

describe('the states of a payout', () => {
  const statesOf = (ours: OurPayout['status'], theirs: TheirLine['status'], is_expected = true) => {
    const payout = { ...payoutAt(0), status: ours, is_expected }
    return compare({ day, lines: [{ ...lineOf(payout), status: theirs }] }, [payout]).differences.map(
      ({ kind }) => kind,
    )
  }
  test.each([
    ['paid', 'paid', []],
    ['failed', 'failed', []],
    ['open', 'pending', []],
    ['paid', 'failed', [findingKind.state]],
    ['paid', 'pending', [findingKind.state]],
    ['failed', 'paid', [findingKind.state]],
    ['failed', 'pending', [findingKind.state]],
    ['open', 'paid', [findingKind.state]],
    ['open', 'failed', [findingKind.state]],
  ] as const)('ours %s, theirs %s', (ours, theirs, expected_kinds) => {
    expect(statesOf(ours, theirs)).toEqual(expected_kinds)
  })

  test('are no difference when it was paid after the list was requested', () => {
    const late = { ...payoutAt(0), is_expected: false }
    expect(compare({ day, lines: [] }, [late]).differences).toEqual([])
    expect(statesOf('paid', 'pending', false)).toEqual([])
  })

  test('are no difference when it failed and was paid on retry', () => {
    const payout = payoutAt(0)
    const lines = [{ ...lineOf(payout), status: 'failed' as const, trans_id: 'T0' }, lineOf(payout)]
    expect(compare({ day, lines }, [payout]).differences).toEqual([])
  })

  test('are not compared for money put into the fund and for unknown orders that failed', () => {
    const line = lineOf(payoutAt(0))
    const lines = [
      { ...line, kind: 'fund_in' as const },
      { ...line, status: 'failed' as const },
    ]
    expect(compare({ day, lines }, []).differences).toEqual([])
  })
})

test('one payout can have several differences, and the totals of both sides are counted', () => {
  const payout = payoutAt(0)
  const line = { ...lineOf(payout), amount: 12_000, fee: 500, account: '84911111111' }
  const { differences, theirs, ours } = compare({ day, lines: [line] }, [payout])
  expect(differences.map(({ kind }) => kind).toSorted()).toEqual([
    findingKind.amount,
    findingKind.receiver,
    findingKind.fee,
  ])
  expect([theirs, ours]).toEqual([
    { count: 1, amount: 12_000 },
    { count: 1, amount: 10_000 },
  ])
})
