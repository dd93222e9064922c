// Built scripts are named by hash, so tests find a screen's script by a text that only this screen contains.
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

const folder = 'dist/web/assets'

/** Pattern of the URL of the only built script that contains these words; throws when there is not exactly one. */
export function scriptWith(words: string): RegExp {
  const scripts = readdirSync(folder).filter(
    (file) => file.endsWith('.js') && readFileSync(`${folder}/${file}`, 'utf8').includes(words),
  )
  if (scripts.length !== 1) throw new Error(`${scripts.length} scripts have the words '${words}'`)
  return new RegExp(`/assets/${scripts[0]!.replaceAll('.', '\\.')}$`)
}

export const auditScript = () => scriptWith('Nhật ký không sửa được')
export const comboboxScript = () => scriptWith('combobox-base_')
export const imageFieldScript = () => scriptWith('kéo thả hoặc dán vào đây')
export const viewsScript = () => scriptWith('Lưu chế độ xem…')
export const menuScript = () => scriptWith('menu-popup_')
export const usualRangesScript = () => scriptWith('Quý này')
export const shortcutScript = () => scriptWith('Đến ô từ khóa của danh sách')
export const paletteScript = () => scriptWith('Trang, việc, tên, mã, số điện thoại')
export const editorScript = () => scriptWith('Đã thêm ${')
export const resultsScript = () => scriptWith('key:`reopen_reason`')

/** Keeps a script from the page until the function that is returned is called. */
export async function holdScript(page: Page, script: RegExp): Promise<() => void> {
  const { promise: free, resolve } = Promise.withResolvers<void>()
  await page.route(script, async (route) => {
    await free
    await route.continue()
  })
  return resolve
}
