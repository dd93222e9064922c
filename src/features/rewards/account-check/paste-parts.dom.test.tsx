/** A pasted list that is sent in parts: what went before a part failed stays one batch. */
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { buttonOf, screenTests, typeInto, waitFor } from '#web/testing/screen-test.tsx'
import { max_bulk_rows } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import PasteDialog from './paste-dialog.screen.tsx'

interface Part {
  name: string
  batch_id: number | null
  rows: { msisdn: string; cust_name: string }[]
}

const screen = screenTests()

let sent_parts: Part[]
/** The number of the part, from 1, that is refused. */
let refused_part: number | null
const added_ids: number[] = []

beforeEach(async () => {
  sent_parts = []
  refused_part = null
  added_ids.length = 0
  const msisdns = new Set<string>()
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    const part = JSON.parse(String(body)) as Part
    sent_parts.push(part)
    const [code, message] = sent_parts.length === refused_part ? errors.payment_vendor_not_found : [0, '']
    if (code === 0) for (const { msisdn } of part.rows) msisdns.add(msisdn)
    const batch = { batch_id: part.batch_id ?? 40 + sent_parts.length, batch_code: 'KT01', item_count: msisdns.size }
    return Promise.resolve(
      new Response(JSON.stringify({ error: { code, message }, data: { batch, refused: [], same: [] } })),
    )
  })
  await open()
})

async function open() {
  await screen.draw(<PasteDialog onAdded={(batch_id) => added_ids.push(batch_id)} onClose={() => added_ids.push(-1)} />)
  await waitFor(() => expect(document.querySelector('textarea')).not.toBeNull())
}

const listOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `09${String(10_000_000 + index)} Nguyễn Thị Mỹ Châu`).join('\n')

const paste = (text: string) => typeInto(document.querySelector('textarea')!, text)
const submit = () =>
  act(async () =>
    document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )

test('a list that is mended after a part failed goes on into the same batch, whose size the dialog tells', async () => {
  refused_part = 2
  await paste(listOf(max_bulk_rows + 2))
  await submit()
  await waitFor(() => expect(document.body.textContent).toContain('500 tài khoản đã vào lô KT01'))
  expect(document.querySelector<HTMLInputElement>('input')!.disabled).toBe(true)
  await paste(listOf(max_bulk_rows + 1))
  await submit()
  await waitFor(() => expect(added_ids).toEqual([41]))
  expect(sent_parts.map(({ batch_id, rows }) => [batch_id, rows.length])).toEqual([
    [null, max_bulk_rows],
    [41, 2],
    [41, max_bulk_rows],
    [41, 1],
  ])
})

test('closing the dialog after a part failed opens the batch that is being checked', async () => {
  refused_part = 2
  await paste(listOf(max_bulk_rows + 2))
  await submit()
  await waitFor(() => expect(document.body.textContent).toContain('đã vào lô'))
  await paste('')
  await act(async () => buttonOf('Hủy')!.click())
  expect(added_ids).toEqual([41])
})
