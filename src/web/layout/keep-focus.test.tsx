// The focus when what has it is drawn anew.
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from '#web/ui/action/button.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { keepFocus } from './keep-focus.ts'

const main = document.createElement('main')
const root = createRoot(main)
let stop = () => {}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  document.body.append(main)
  stop = keepFocus()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

function Part({ shown }: { shown: 'desk' | 'slips' | null }) {
  return (
    <>
      <h1>Hoàn vé</h1>
      {shown && (
        <section key={shown}>
          <Segmented
            aria-label="Nội dung"
            value={shown}
            onChange={() => {}}
            options={[
              { value: 'desk', label: 'Lập phiếu' },
              { value: 'slips', label: 'Phiếu hoàn' },
            ]}
          />
        </section>
      )}
    </>
  )
}

async function show(shown: 'desk' | 'slips' | null) {
  await act(async () => root.render(<Part shown={shown} />))
  await vi.advanceTimersByTimeAsync(1_000)
}

test('tabs that come back with the part they lead to have the focus on what is chosen, however late they come', async () => {
  await show('desk')
  main.querySelector<HTMLElement>('input:checked')!.focus()
  await show('slips')
  expect(document.activeElement?.parentElement?.textContent).toBe('Phiếu hoàn')
  await show(null)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(document.activeElement).toBe(document.body)
  await show('desk')
  expect(document.activeElement?.parentElement?.textContent).toBe('Lập phiếu')
})

test('tabs that do not come back leave the focus to the heading', async () => {
  await show('desk')
  main.querySelector<HTMLElement>('input:checked')!.focus()
  await show(null)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(document.activeElement?.textContent).toBe('Hoàn vé')
})

test('a button that reverted and is gone leaves the focus to the one beside it that says why it cannot save now', async () => {
  const drawForm = (is_changed: boolean) =>
    act(async () =>
      root.render(
        <section>
          <input aria-label="Số phút" />
          <footer>
            {is_changed && <Button>Bỏ thay đổi</Button>}
            <Button whyNot={!is_changed && 'Chưa có thay đổi nào.'}>Lưu</Button>
          </footer>
        </section>,
      ),
    )
  await drawForm(true)
  main.querySelector('button')!.focus()
  expect(document.activeElement?.textContent).toBe('Bỏ thay đổi')
  await drawForm(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(document.activeElement?.textContent).toBe('Lưu')
})
