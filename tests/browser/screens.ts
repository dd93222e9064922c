// All addresses, read from the URL map so that new ones are included automatically.
import { readFileSync } from 'node:fs'

const map = readFileSync(new URL('../../src/routes.tsx', import.meta.url), 'utf8')

/** A parameter of a path is an id that exists in the sample. */
const fill = (path: string) => path.replaceAll(/:id\??/g, '1')

const pathsOf = (pattern: RegExp) => [...map.matchAll(pattern)].map(([, path]) => fill(path!))

/** Addresses that need a sign-in, and one that is unknown; each settings tab has its own address. */
export const screens: readonly string[] = [
  ...pathsOf(/\bpage\(\s*'([^']+)'/g),
  ...pathsOf(/\bconfigTab\(\s*'([^']+)'/g).map((path) => `/cau-hinh-he-thong/${path}`),
  '/khong-co-trang-nay',
]

/** Addresses before the sign-in. The playground has its own test, playground.spec.ts. */
export const entries: readonly string[] = pathsOf(/<Route path="([^"]+)"/g).filter((path) => path !== '/playground')
