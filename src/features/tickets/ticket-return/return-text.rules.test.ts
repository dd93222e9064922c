import { expect, test } from 'vitest'
import { addReturns, readReturnLines, withoutSent } from './return-text.rules.ts'

const read = (text: string) =>
  readReturnLines(text, 6).items.map(({ number, series, quantity }) => [number, series, quantity])

test('a number, its series and its quantity are read with any separator', () => {
  expect(read('082517\n138772 3\n274905\t15an\t2\n395028;4')).toEqual([
    ['082517', null, null],
    ['138772', null, 3],
    ['274905', '15AN', 2],
    ['395028', null, 4],
  ])
})

test('lines that are no ticket of the station are listed as wrong, and the others are kept', () => {
  const { items, unreadable } = readReturnLines('08251\n1387721 3\nabc\n551120 0\n617943', 6)
  expect(items).toHaveLength(1)
  expect(unreadable).toEqual(['08251', '1387721 3', 'abc', '551120 0'])
})

test('a repeated ticket adds to the quantity of its line, and another series is a line of its own', () => {
  const ticket = { number: '082517', series: null, quantity: 1 }
  expect(addReturns([ticket], [ticket, { ...ticket, series: '15AN' }])).toEqual([
    { ...ticket, quantity: 2 },
    { ...ticket, series: '15AN' },
  ])
  expect(addReturns([{ ...ticket, quantity: null }], [ticket])).toEqual([ticket])
})

test('what was added while a slip was being sent stays on it', () => {
  const line = (number: string, quantity: number | null) => ({ number, series: null, quantity })
  const ticketGroup = { ...line('551120', null), ticket_group_id: 7 }
  const sent_items = [{ ...line('082517', 2) }, { ...line('138772', null) }, line('395028', 4), { ticket_group_id: 7 }]
  const items = [line('082517', 5), line('138772', 1), line('395028', 4), ticketGroup, line('274905', null)]
  expect(withoutSent(items, sent_items)).toEqual([line('082517', 3), line('274905', null)])
  expect(withoutSent([line('082517', null), { ...line('395028', 4), series: '15AN' }], sent_items)).toHaveLength(2)
})
