import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { SearchInput } from './search-input.tsx'

test('what is typed as soon as the box is drawn stays', async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false
  document.body.innerHTML = '<div></div>'
  const place = document.querySelector('div')!
  const root = createRoot(place)
  const drawn = new Promise<void>((resolve) => {
    // It is told of the box before React has run the effects that follow the paint.
    const observer = new MutationObserver(() => {
      const input = place.querySelector('input')!
      input.focus()
      input.value = 'PN000122'
      observer.disconnect()
      resolve()
    })
    observer.observe(place, { childList: true, subtree: true })
  })
  root.render(<SearchInput value="" onSearch={() => {}} />)
  await drawn
  await new Promise((done) => setTimeout(done, 50))
  expect(place.querySelector('input')!.value).toBe('PN000122')
  root.unmount()
})
