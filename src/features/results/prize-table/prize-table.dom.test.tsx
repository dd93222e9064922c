import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerOf, buttonOf, screenTests, typeInto, waitFor } from '#web/testing/screen-test.tsx'
import { ConfirmHost } from '#web/ui/dialog/confirm.tsx'
import { product } from '#features/results/product/product.contract.ts'
import { prizeTableLife, type PrizeTableRow } from './prize-table.contract.ts'
import PrizeTableScreen from './prize-table.screen.tsx'
import { tiersToFill } from './prize-table.rules.ts'

const screen = screenTests()

let items: PrizeTableRow[]
/** The inputs of the calls that propose a table. */
let proposals: { amounts: Record<string, number> }[]

const tiers = tiersToFill(product.south)
const [first, second] = tiers.map(({ tier, label }) => ({ tier, label })) as [Tier, Tier]
interface Tier {
  tier: string
  label: string
}

const tableOf = (changes: Partial<PrizeTableRow> = {}): PrizeTableRow => ({
  prize_table_id: 4,
  category: product.south,
  effective_from: '2026-01-01',
  face_value: 10_000,
  amounts: Object.fromEntries(tiers.map(({ tier }) => [tier, 100_000])),
  flags: {},
  claim_days: 30,
  note: null,
  status: prizeTableLife.status.confirmed,
  created_by: 8,
  created_by_name: 'Bình',
  created_at: '2026-01-01T00:00:00Z',
  decided_by_name: null,
  decided_at: null,
  decision_reason: null,
  version: 1,
  ...changes,
})

beforeEach(() => {
  items = [tableOf()]
  proposals = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (url.includes('/propose')) proposals.push(JSON.parse(String(body)) as (typeof proposals)[number])
    const data = url.includes('/list') ? { items, taxes: [] } : tableOf()
    return answerOf(data)
  })
})
async function open() {
  await screen.draw(
    <>
      <PrizeTableScreen />
      <ConfirmHost />
    </>,
  )
  await isShown('Lập bảng mới')
}

const isShown = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))
const button = (name: string) => buttonOf(name)!
const press = (name: string) => act(async () => button(name).click())
const field = (label: string) => {
  const label_of_field = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.startsWith(label),
  )
  return document.getElementById(label_of_field?.htmlFor ?? '') as HTMLInputElement | null
}
const type = (label: string, text: string) => typeInto(field(label)!, text)
async function openEditor() {
  await open()
  await press('Lập bảng mới')
  await waitFor(() => expect(field(first.label)).not.toBeNull())
}

test('a tier that was left empty is asked for, and is sent as 0 đ only when 0 was typed', async () => {
  await openEditor()
  await type(first.label, '')
  await press('Gửi duyệt')
  expect(proposals).toEqual([])
  await isShown(`Chưa có giá trị của “${first.label}”`)
  await type(first.label, '0')
  await press('Gửi duyệt')
  await waitFor(() => expect(proposals).toHaveLength(1))
  expect(proposals[0]!.amounts).toEqual({ ...tableOf().amounts, [first.tier]: 0 })
})

test('what is typed is given up only after a question, and comes back after a reload', async () => {
  await openEditor()
  await type(second.label, '250000')
  await press('Hủy')
  await isShown('Bỏ thay đổi')
  expect(field(second.label)!.value).toBe('250.000')
  await screen.leave()
  await open()
  await waitFor(() => expect(field(second.label)?.value).toBe('250.000'))
  await isShown('Đã khôi phục nội dung bạn đang nhập dở.')
})

test('a tier that pays nothing in a waiting table is shown as 0 đ', async () => {
  const amounts = { ...tableOf().amounts, [first.tier]: 0 }
  items = [tableOf({ prize_table_id: 5, amounts, status: prizeTableLife.status.waiting }), tableOf()]
  await open()
  const row = [...document.querySelectorAll('tr')].find(({ textContent }) => textContent.startsWith(first.label))!
  expect(row.textContent).toContain('0 đ')
  expect(row.textContent).not.toContain('–')
})
