import { expect, test } from 'vitest'
import { payMethod } from './claim.contract.ts'
import { matchesOf, type ClaimInput } from './claim.rules.ts'

const sold = {
  lines: [
    { numbers: '128531', series: '4B', quantity: 2 },
    { numbers: '05 12 20', series: null, quantity: 1 },
  ],
  open_date: '2026-11-23',
  full_name: 'Ngô Minh Uyên',
  needs_papers: true,
}
const brought: ClaimInput = {
  papers: [
    { numbers: '051220', series: null, quantity: 1 },
    { numbers: '128 531', series: '4b', quantity: 2 },
  ],
  paper_date: '2026-11-23',
  is_whole: true,
  full_name: 'NGO MINH UYEN',
  id_number: '079088001234',
  pay_method: payMethod.cash,
  ticket_front: '/files/claim/a.webp',
  ticket_back: '/files/claim/b.webp',
  id_front: '/files/claim/c.webp',
  id_back: '/files/claim/d.webp',
}
const missing = (change: Partial<ClaimInput>) =>
  matchesOf(sold, { ...brought, ...change })
    .filter(({ state }) => state === 'missing')
    .map(({ label }) => label)

test('the comparison of tickets with the sale ignores order, spaces and case', () => {
  expect(missing({})).toEqual([])
  expect(matchesOf(sold, brought).every(({ state }) => state === 'agrees')).toBe(true)
})

test('each difference from the sale is named by its label', () => {
  const [first, second] = brought.papers as [ClaimInput['papers'][number], ClaimInput['papers'][number]]
  expect(missing({ papers: [first] })).toEqual(['Dãy số', 'Sê-ri', 'Số tờ'])
  expect(missing({ papers: [first, { ...second, series: '4C' }] })).toEqual(['Sê-ri'])
  expect(missing({ papers: [first, { ...second, quantity: 1 }] })).toEqual(['Số tờ'])
  expect(missing({ papers: [first, { ...second, numbers: '128532' }] })).toEqual(['Dãy số', 'Sê-ri', 'Số tờ'])
  expect(missing({ paper_date: '2026-11-22' })).toEqual(['Ngày mở thưởng'])
  expect(missing({ is_whole: false })).toEqual(['Vé nguyên vẹn'])
  expect(missing({ ticket_back: null, id_number: null, id_front: null, id_back: null })).toHaveLength(4)
  expect(missing({ pay_method: payMethod.transfer })).toEqual(['Mã chuyển khoản'])
})

test('a small prize needs no papers, and a series is compared only if the sale has one', () => {
  const small = { ...sold, lines: [{ numbers: '000031', series: null, quantity: 1 }], needs_papers: false }
  const matches = matchesOf(small, {
    ...brought,
    papers: [{ numbers: '000031', series: '9Z', quantity: 1 }],
    id_number: null,
  })
  expect(matches.filter(({ state }) => state === 'missing')).toEqual([])
  expect(matches.map(({ label }) => label)).not.toContain('Sê-ri')
})

test('a claim under another name needs a note', () => {
  expect(missing({ full_name: 'Trần Văn Khác' })).toEqual(['Họ tên'])
  const noted = matchesOf(sold, { ...brought, full_name: 'Trần Văn Khác', note: 'Con trai, có giấy ủy quyền' })
  expect(noted.find(({ label }) => label === 'Họ tên')).toMatchObject({ state: 'warns' })
})
