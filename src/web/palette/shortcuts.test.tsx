// Ctrl+S where nothing can be saved: it leads to what is wrong.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForShortcuts } from './shortcuts.ts'

let stop = () => {}
beforeEach(() => (stop = listenForShortcuts({ open: () => undefined })))
afterEach(() => stop())

const pressSave = () =>
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true }))

const formWith = (field: string, button = 'aria-disabled="true"') => `
  <main><section>
    <button aria-keyshortcuts="Control+S" ${button}>Lưu</button>
    <input id="first" /><input id="field" ${field} />
  </section></main>`

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!

test('on a page it focuses the first invalid field instead of the button that cannot be pressed', () => {
  document.body.innerHTML = formWith('aria-invalid="true"')
  find('#first').focus()
  pressSave()
  expect(document.activeElement).toBe(find('#field'))
})

test('where all fields are valid it focuses the button, which says why', () => {
  document.body.innerHTML = formWith('')
  find('#first').focus()
  pressSave()
  expect(document.activeElement).toBe(find('button'))
})

test('it presses a button that can be pressed', () => {
  document.body.innerHTML = formWith('aria-invalid="true"', '')
  const onClick = vi.fn<() => void>()
  find('button').addEventListener('click', onClick)
  find('#first').focus()
  pressSave()
  expect(onClick).toHaveBeenCalledOnce()
})

test('in a dialog whose reason is missing it focuses the button, which says so', () => {
  document.body.innerHTML = `
    <div role="dialog"><form><textarea></textarea><button type="submit" aria-disabled="true">Từ chối</button></form></div>`
  find('textarea').focus()
  pressSave()
  expect(document.activeElement).toBe(find('button'))
})
