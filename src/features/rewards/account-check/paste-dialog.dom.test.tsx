import { expect, test } from 'vitest'
import { screenTests, typeInto, waitFor } from '#web/testing/screen-test.tsx'
import PasteDialog from './paste-dialog.screen.tsx'

const screen = screenTests()

/** Opens the dialog as person 7, and waits for its list. */
async function open(): Promise<HTMLTextAreaElement> {
  document.cookie = 'userId=7'
  await screen.draw(<PasteDialog onAdded={() => {}} onClose={() => {}} />)
  await waitFor(() => expect(document.querySelector('textarea')).not.toBeNull())
  return document.querySelector('textarea')!
}

test('a pasted list is not stored, because it is accounts and names of customers', async () => {
  const pasted_list = '0982 664 019  Nguyễn Thị Mỹ Châu'
  const list = await open()
  await typeInto(list, pasted_list)
  expect(list.value).toBe(pasted_list)
  expect(JSON.stringify(sessionStorage)).not.toContain('0982')
  document.cookie = 'userId=; max-age=0'
  await screen.leave()
  expect((await open()).value).toBe('')
})
