import { act, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Field } from '#web/ui/field/field.tsx'
import { PercentInput } from '#web/ui/field/percent-input.tsx'
import { DateInput } from './date-input.tsx'
import { DateRange } from './date-range.tsx'
import { today } from './date-text.ts'
import { MomentInput } from './moment-input.tsx'
import { TimeInput } from './time-input.tsx'

// Its menu is drawn by a popup that needs a layout.
vi.mock('./range-presets.tsx', () => ({
  default: ({ onPick }: { onPick: (range: { from: string; to: string }) => void }) => (
    <button type="button" onClick={() => onPick({ from: today(), to: today() })}>
      Hôm nay
    </button>
  ),
}))

let root: Root

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})

afterEach(async () => {
  await act(async () => root.unmount())
})

const input = (index = 0) => document.querySelectorAll('input')[index]!
const button = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('button, [role="menuitem"]')].find(
    (candidate) => candidate.textContent === text || candidate.getAttribute('aria-label') === text,
  )!
const type = (text: string, index = 0) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(index), text)
    input(index).dispatchEvent(new Event('input', { bubbles: true }))
  })
const leave = (index = 0) => act(async () => input(index).dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
const press = (text: string) => act(async () => button(text).click())

interface HeldProps<Value> {
  begin: Value
  next: Value
  draw: (value: Value, set: (value: Value) => void) => ReactNode
}

/** A field whose value is set to `next` by a button. */
function Held<Value>(props: HeldProps<Value>) {
  const [value, setValue] = useState(props.begin)
  return (
    <>
      <Field label="Ô">{props.draw(value, setValue)}</Field>
      <button type="button" onClick={() => setValue(props.next)}>
        Đặt
      </button>
    </>
  )
}

const fields = {
  day: {
    wrong: '31/02/2026',
    right: '05/11/2026',
    draw: () => <Held<string | null> begin="2026-11-05" next="2026-11-05" draw={drawDay} />,
  },
  'day that keeps its value': {
    wrong: '31/02/2026',
    right: '06/11/2026',
    draw: () => (
      <Held
        begin="2026-11-05"
        next="2026-11-06"
        draw={(value, set) => <DateInput value={value} onChange={(day) => day && set(day)} />}
      />
    ),
  },
  time: {
    wrong: '25:00',
    right: '07:30',
    draw: () => <Held<string | null> begin="07:30" next="07:30" draw={drawTime} />,
  },
  percentage: {
    wrong: '101',
    right: '5',
    draw: () => <Held<number | null> begin={500} next={500} draw={drawPercentage} />,
  },
}
type Draw<Value> = HeldProps<Value>['draw']
const drawDay: Draw<string | null> = (value, set) => <DateInput value={value} onChange={set} />
const drawTime: Draw<string | null> = (value, set) => <TimeInput value={value} onChange={set} />
const drawPercentage: Draw<number | null> = (value, set) => <PercentInput value={value} onChange={set} />

test.for(Object.entries(fields))(
  'a wrong %s is shown until the form has another value',
  async ([, { wrong, right, draw }]) => {
    await act(async () => root.render(draw()))
    await type(wrong)
    await leave()
    expect(input().value).toBe(wrong)
    expect(input().getAttribute('aria-invalid')).toBe('true')
    await press('Đặt')
    expect(input().value).toBe(right)
    expect(input().getAttribute('aria-invalid')).toBe(null)
  },
)

test('what is typed stays while the caller answers with another value, until the field is left', async () => {
  const atMost = (time: string | null) => time && (time > '17:15' ? '17:15' : time)
  await act(async () =>
    root.render(
      <Held<string | null>
        begin={null}
        next={null}
        draw={(value, set) => <TimeInput value={value} onChange={(time) => set(atMost(time))} />}
      />,
    ),
  )
  await type('23')
  expect(input().value).toBe('23')
  await leave()
  expect(input().value).toBe('17:15')
})

test('what is typed stays when another value comes from elsewhere meanwhile, and gives way to one that comes later', async () => {
  const show = (time: string) => act(async () => root.render(<TimeInput value={time} onChange={() => {}} />))
  await show('10:00')
  await type('1')
  await show('11:00')
  expect(input().value).toBe('1')
  await type('99:99')
  await leave()
  await show('12:00')
  expect(input().value).toBe('12:00')
})

test('a chosen range takes the place of a wrong day, also where it is the range from before', async () => {
  const range = { from: today(), to: today() }
  const onChange = vi.fn<() => void>()
  await act(async () =>
    root.render(
      <Field label="Ngày" group>
        <DateRange value={range} onChange={onChange} />
      </Field>,
    ),
  )
  const first_text = input().value
  await type('31/02/2026')
  await leave()
  await press('Khoảng thường dùng')
  await vi.waitFor(() => act(async () => expect(button('Hôm nay')).toBeDefined()), { timeout: 20_000 })
  await press('Hôm nay')
  expect(onChange).toHaveBeenLastCalledWith(range)
  expect(input().value).toBe(first_text)
})

test('a moment that the form takes away is no longer shown', async () => {
  await act(async () =>
    root.render(
      <Held<string | null>
        begin={null}
        next={null}
        draw={(value, set) => <MomentInput value={value} onChange={set} />}
      />,
    ),
  )
  await type('05/11/2026')
  await leave()
  await type('7:30', 1)
  await leave(1)
  expect([input().value, input(1).value]).toEqual(['05/11/2026', '07:30'])
  await press('Đặt')
  expect([input().value, input(1).value]).toEqual(['', ''])
})
