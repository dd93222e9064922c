// All addresses, read from the URL map so that new ones are included automatically.
import { readFileSync } from 'node:fs'

const map = readFileSync(new URL('../../src/routes.tsx', import.meta.url), 'utf8')

/** Values for path parameters: an id that exists in the sample, or an unknown page for the wildcard. */
const parameter_values: Readonly<Record<string, string>> = { $: 'khong-co-trang-nay', $id: '1', '{-$id}': '1' }

const fill = (path: string) =>
  path
    .split('/')
    .map((part) => parameter_values[part] ?? part)
    .join('/')

const pathsOf = (pattern: RegExp) => [...map.matchAll(pattern)].map(([, path]) => fill(path!))

/** Addresses that need a sign-in; each settings tab has its own address. */
export const screens: readonly string[] = [
  ...pathsOf(/\bpage\(\s*'([^']+)'/g).map((path) => (path.startsWith('/') ? path : `/${path}`)),
  ...pathsOf(/\bconfigTab\(\s*'([^']+)'/g).map((path) => `/cau-hinh-he-thong/${path}`),
]

/** Addresses before the sign-in. The playground has its own test, playground.spec.ts. */
export const entries: readonly string[] = pathsOf(/\bpath: '([^']+)'/g).filter((path) => path !== '/playground')
