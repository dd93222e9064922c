// What libraries bring for what this program does otherwise, and a bundler cannot leave out because their main class names it.
import type { Plugin } from 'vite'

const query_core = /\/@tanstack\/query-core\/build\/modern\//

/** Modules by the end of their address, as little as is left to be called of them. */
const stubs: Readonly<Record<string, string>> = {
  // Writes go through call/submit.ts.
  'mutationCache.js':
    'export class MutationCache { clear() {} findAll() { return [] } resumePausedMutations() { return Promise.resolve() } }',
  // Lists have pages.
  'infiniteQueryBehavior.js': 'export const [infiniteQueryBehavior, hasNextPage, hasPreviousPage] = []',
}

export function withoutUnused(): Plugin {
  const found = new Set<string>()
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    buildStart: () => found.clear(),
    load(id) {
      const name = query_core.test(id) ? id.slice(id.lastIndexOf('/') + 1) : ''
      const code = stubs[name]
      if (code === undefined) return null
      found.add(name)
      return { code, moduleSideEffects: false }
    },
    buildEnd(failure) {
      const missing = Object.keys(stubs).filter((name) => !found.has(name))
      if (!failure && missing.length > 0)
        this.error(`${missing.join(', ')} không còn trong thư viện: hãy xem lại scripts/web-unused.ts`)
    },
  }
}
