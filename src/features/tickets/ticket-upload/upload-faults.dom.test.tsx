import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorFile, type Upload } from './upload-faults.screen.tsx'

let root: Root
const workers: { isStopped: boolean }[] = []

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  workers.length = 0
  // Writes without end.
  vi.stubGlobal(
    'Worker',
    class {
      isStopped = false
      constructor() {
        workers.push(this)
      }
      addEventListener() {}
      postMessage() {}
      terminate() {
        this.isStopped = true
      }
    },
  )
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

const show = (upload_id: number) =>
  act(async () => {
    const upload = { upload_id, file_name: `${upload_id}.xlsx`, fault_count: 5, existing_count: 0 } as Upload
    root.render(<ErrorFile upload={upload} />)
  })
const button = () => document.querySelector('button')!
const press = () => act(async () => button().click())

test('each upload has an error file of its own, whose writing another one neither reports nor stops', async () => {
  await show(1)
  await press()
  expect(button().textContent).toContain('Dừng')
  await show(2)
  expect(button().textContent).toBe('Tải tệp lỗi (5 dòng)')
  await press()
  expect(workers).toHaveLength(2)
  await press()
  expect(workers.map(({ isStopped }) => isStopped)).toEqual([false, true])
  await show(1)
  expect(button().textContent).toContain('Dừng')
  await press()
  expect(button().textContent).toBe('Tải tệp lỗi (5 dòng)')
})
