import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`

/** Writes a .br beside each text file once, at the build, so that the server never compresses. */
function precompress(): Plugin {
  const compress = promisify(brotliCompress)
  let dir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      dir = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(dir, { recursive: true })
      for (const file of files.filter((name) => /\.(js|css|svg|html|json)$/.test(name))) {
        const text = await readFile(join(dir, file))
        const packed = await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
        if (packed.length < text.length) await writeFile(join(dir, `${file}.br`), packed)
      }
    },
  }
}

interface Graph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null
}

/** Whether the entry imports the module without waiting, itself or through others. */
function isFirst(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  return info !== null && (info.isEntry || info.importers.some((importer) => isFirst(importer, graph, seen)))
}

export default defineConfig({
  plugins: [react(), precompress()],
  // Tests share this file; only the browser's build and its development server read what follows.
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // light-dark() and :has() are used as they are: these are the first versions that know them.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What changes seldom keeps its own file, so that a release does not throw it out of the cache. The headless
        // parts are left to be split by use: a menu or a calendar then comes with the first screen that opens one.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'router',
              test: /node_modules\/@tanstack\/(react-router|router-core|history|react-query|query-core|react-store|store)\//,
            },
            // What every visitor needs first comes in one file: packed together it is smaller, and one request.
            {
              name: (id, graph) => (isFirst(id, graph) ? 'first' : null),
              debugName: 'first',
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/files', '/store-profile', '/healthz', '/openapi.json', '/docs'].map((path) => [path, server]),
    ),
  },
})
