import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EditorBase } from '#web/form/editor-base.tsx'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import { product } from '#features/results/product/product.contract.ts'
import { GroupPrices, type TypedPrices } from './group-price.screen.tsx'
import { groupPrice } from './sale-group.contract.ts'

let root: Root

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.cookie = 'userId=7'
  open()
})
afterEach(async () => {
  await act(async () => root.unmount())
  sessionStorage.clear()
  document.cookie = 'userId=; max-age=0'
})

function open() {
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
}

const everything = { can: () => true } as unknown as Rights

const items = [{ category: product.keno, usual_price: 10_000, price: null, planned: [] }]

const show = (version: number) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RightsProvider value={everything}>
          <EditorBase
            row={{ group_id: 4, version }}
            call={groupPrice.update}
            record="4"
            beginning="0"
            start={null}
            rebase={(typed: TypedPrices) => typed}
          >
            {(base, _, typing) => (
              <GroupPrices group_id={4} items={items} version={base.version} start={null} typing={typing} />
            )}
          </EditorBase>
        </RightsProvider>
      </QueryClientProvider>,
    ),
  )

const field = (label: string) => {
  const { htmlFor } = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label))!
  return document.getElementById(htmlFor) as HTMLInputElement
}
const fieldTexts = () => ['Giá của nhóm: Keno', 'Áp dụng từ', 'Lý do'].map((label) => field(label).value)
const type = (label: string, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(label), text)
    field(label).dispatchEvent(new Event('input', { bubbles: true }))
  })
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click())

async function typePlannedPrice() {
  await show(1)
  await type('Giá của nhóm: Keno', '9500')
  await type('Áp dụng từ', '01/12/2099')
  await type('Lý do', 'Khai trương')
}
const planned_texts = ['9.500', '01/12/2099', 'Khai trương']

test('typed prices come back after a reload with their day and reason, not as prices from now on', async () => {
  await typePlannedPrice()
  await act(async () => root.unmount())
  open()
  await show(1)
  expect(fieldTexts()).toEqual(planned_texts)
  expect(document.body.textContent).toContain('Đặt giá từ 01/12/2099')
  await press('Bỏ thay đổi')
  expect(fieldTexts()).toEqual(['', '', ''])
})

test('prices that are taken over to the newer ones of another person keep their day and reason', async () => {
  await typePlannedPrice()
  await show(2)
  await press('Nhập tiếp trên bản mới')
  expect(fieldTexts()).toEqual(planned_texts)
})
