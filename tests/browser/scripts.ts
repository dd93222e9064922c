// The scripts of screens bear their versions as names; a test finds one by words that stand only on its screen.
import { readdirSync, readFileSync } from 'node:fs'

const folder = 'dist/web/assets'

/** The address of the one built script that has these words. */
export function scriptWith(words: string): RegExp {
  const found = readdirSync(folder).filter(
    (file) => file.endsWith('.js') && readFileSync(`${folder}/${file}`, 'utf8').includes(words),
  )
  if (found.length !== 1) throw new Error(`${found.length} scripts have the words '${words}'`)
  return new RegExp(`/assets/${found[0]!.replaceAll('.', '\\.')}$`)
}

export const auditScript = () => scriptWith('Nhật ký không sửa được')
export const comboboxScript = () => scriptWith('combobox-base_')
export const imageFieldScript = () => scriptWith('kéo thả hoặc dán vào đây')
export const viewsScript = () => scriptWith('Lưu chế độ xem…')
