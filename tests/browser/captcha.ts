// Solves our captcha without reading its picture: the test reads the program's captcha key, so it can create a captcha with known characters.
import type { Page } from '@playwright/test'
import { createClient } from '#server/database/pool.ts'
import { runningUrl } from '#server/database/embedded.ts'
import { newCaptcha, shareCaptchaKey } from '#server/session/captcha.ts'

/** Has the page load another captcha, replaces its id with that of a known captcha, and types its characters. */
export async function solve(page: Page): Promise<void> {
  const client = createClient(runningUrl(process.env.PROGRAM_DATA_DIR!)!)
  await client.connect()
  const { rows } = await client.query<{ captcha_key: Buffer }>('select captcha_key from program_key')
  await client.end()
  shareCaptchaKey(rows[0]!.captcha_key)
  const { captcha_id, characters } = newCaptcha()
  await page.route('**/account/captcha?*', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, data: { ...answer.data, captcha_id } } })
  })
  // An earlier captcha request of this page may be answered first, and a response of the previous page has no body any more.
  const image_response = page.waitForResponse(async (response) => {
    if (!response.url().includes('/account/captcha?')) return false
    return (await response.text().catch(() => '')).includes(captcha_id)
  })
  await page.getByRole('button', { name: 'Đổi hình khác' }).click()
  await image_response
  await page.getByLabel('Mã xác nhận').fill(characters)
}
