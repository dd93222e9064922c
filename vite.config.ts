import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import project from './package.json' with { type: 'json' }
import { budget, budgets, pagesOf } from './scripts/web-budget.ts'
import { contractParts } from './scripts/web-contracts.ts'
import { planChunks, type Graph } from './scripts/web-chunks.ts'
import { withoutUnused } from './scripts/web-unused.ts'

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

/** Whether one of the roots imports the module without waiting, itself or through others. */
function isNeeded(id: string, graph: Graph, roots: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return roots.test(id) || importers.some((importer) => isNeeded(importer, graph, roots, seen))
}

/** Modules in one file: packed together they are smaller, and one request. */
const together = (name: string, belongs: (needs: (roots: RegExp) => boolean) => boolean) => ({
  name: (id: string, graph: Graph) => (belongs((roots) => isNeeded(id, graph, roots)) ? name : null),
  debugName: name,
})

/** Without what its modules import. */
const alone = { includeDependenciesRecursively: false }

const entry = /\/main\.web\.tsx$/
const front_door = /\/front-door\.screen\.tsx$/
/** A screen that is not part of signing in. */
const inside = /\/src\/(web|features)\/(?!.*\/(sign-in|entry)\/).*\.screen\.tsx$/
/** Nearly every page is a list inside of the shell, with an editor. */
const lists =
  /\/(routes|data-table|list-screen|lifecycle|search-bar|segmented|shell\.screen|editor|use-editor|use-choices|open-record|counting|bulk|layout\/text|show\/badge)\.tsx?$/

const shared = new Set(['react', 'popup', 'first', 'list', 'sign-in'])
const isLater = (file: string) => file.endsWith('.css') && !shared.has(basename(file, '.css'))

let plan: ReadonlyMap<string, string> | undefined

/** The file of a module of the pages, by what all of them need. */
function planned(id: string, graph: Graph): string | null {
  plan ??= planChunks(
    graph,
    [...budgets, ...pagesOf(import.meta.dirname)].map(({ modules }) => ({
      modules: modules.map((module) => join(import.meta.dirname, module)),
    })),
    (one) =>
      one.includes('/node_modules/') ||
      [entry, lists].some((roots) => isNeeded(one, graph, roots)) ||
      isOfSigningIn(one, graph),
  )
  return plan.get(id) ?? null
}

function isOfSigningIn(id: string, graph: Graph): boolean {
  return isNeeded(id, graph, front_door) && !isNeeded(id, graph, inside)
}

export default defineConfig({
  // Shown in the footer; imported there, the file would come to the browser whole.
  define: { 'import.meta.env.VERSION': JSON.stringify(project.version) },
  plugins: [react(), withoutUnused(), contractParts(), precompress(), budget()],
  // Named after their files, without a hash: the same words pack better, and a class is found in the source by its name.
  // No two of them have one name: the house rules see to it.
  css: {
    modules: {
      generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}`,
    },
  },
  // React has it itself since version 18; the shim is for older ones.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  // Tests share this file; only the browser's build and its development server read what follows.
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // light-dark() and :has() are used as they are: these are the first versions that know them.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    modulePreload: {
      polyfill: false,
      // The entry fetches what the application needs beside each other. Other files only name their styles: lists of every page's
      // files would grow with each page that is added, and all of them are sent to everyone.
      resolveDependencies: (to, files, { hostId }) =>
        hostId.includes('/first-') && /\/(list|sign-in)-/.test(to)
          ? files
          : files.filter((file) => /^(?!.*\/(first|list)-).*\.css$/.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The file names of all screens are sent to everyone: only what many share has more of a name than its version.
        chunkFileNames: ({ name }) => (shared.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: ({ names }) =>
          names.every(isLater) ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:6][extname]',
        // What changes seldom keeps its own file, so that a release does not throw it out of the cache.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // Every visitor, with what the front door and the lists have in common; then one of the two. They come before what pop-ups share,
            // because router and pop-ups have a helper in common that would bring pop-ups to every list.
            together('first', (needs) => needs(entry) || (needs(front_door) && needs(lists))),
            together('list', (needs) => needs(lists)),
            { ...together('sign-in', (needs) => needs(front_door) && !needs(inside)), ...alone },
            // What menus, dialogs, lists and calendars share comes with the first of them.
            { name: 'popup', test: /node_modules\/(@base-ui|@floating-ui|tabbable|reselect)\//, minShareCount: 2 },
            { name: planned, debugName: 'parts', ...alone },
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
