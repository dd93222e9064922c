// Every address there is, as the URL map has it: a new one is among them the moment it stands there.
import { readFileSync } from 'node:fs'

const map = readFileSync(new URL('../../src/routes.tsx', import.meta.url), 'utf8')

/** What stands in an address for a record that the sample has, or for what is no address at all. */
const filled: Readonly<Record<string, string>> = { $: 'khong-co-trang-nay', $id: '1', '{-$id}': '1' }

const fill = (path: string) =>
  path
    .split('/')
    .map((part) => filled[part] ?? part)
    .join('/')

const found = (pattern: RegExp) => [...map.matchAll(pattern)].map(([, path]) => fill(path!))

/** Behind the sign-in; the tabs of the settings each have an address of their own. */
export const screens: readonly string[] = [
  ...found(/\bpage\(\s*'([^']+)'/g).map((path) => (path.startsWith('/') ? path : `/${path}`)),
  ...found(/\bconfigTab\(\s*'([^']+)'/g).map((path) => `/cau-hinh-he-thong/${path}`),
]

/** Before the sign-in. The catalogue of the parts is looked at page by page: see playground.spec.ts. */
export const entries: readonly string[] = found(/\bpath: '([^']+)'/g).filter((path) => path !== '/playground')
