import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import project from './package.json' with { type: 'json' }
import { after_rows, budget, budgets, pagesOf } from './scripts/web-budget.ts'
import { planChunks, type Graph } from './scripts/web-chunks.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`

/** Compresses each text file to .br at build time, so that the server never has to. */
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

/** Whether one of the roots imports the module statically, directly or indirectly. */
function isNeeded(id: string, graph: Graph, roots: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return roots.test(id) || importers.some((importer) => isNeeded(importer, graph, roots, seen))
}

/** Puts modules into one chunk, which compresses better and needs a single request. */
const chunkOf = (name: string, isIncluded: (needs: (roots: RegExp) => boolean) => boolean) => ({
  name: (id: string, graph: Graph) => (isIncluded((roots) => isNeeded(id, graph, roots)) ? name : null),
  debugName: name,
})

/** Puts only the matching modules into the chunk, not their dependencies. */
const alone = { includeDependenciesRecursively: false }

const entry = /\/main\.web\.tsx$/
const sign_in_page = /\/sign-in-page\.screen\.tsx$/
/** Screens behind the sign-in. */
const screens_after_sign_in = /\/src\/(web|features)\/(?!.*\/(sign-in|entry)\/).*\.screen\.tsx$/
/** Used by nearly every page, which is a list in the shell with an editor. */
const lists =
  /\/(routes|data-table|list-screen|search-bar|segmented|shell\.screen|editor|use-editor|use-choices|open-record)\.tsx?$/

const shared_chunks = new Set(['react', 'popup', 'first', 'list', 'sign-in'])
const isScreenStyle = (file: string) => file.endsWith('.css') && !shared_chunks.has(basename(file, '.css'))

let plan: ReadonlyMap<string, string> | undefined

/** Name of the chunk of a page's module, planned from the modules that all pages need. */
function planned(id: string, graph: Graph): string | null {
  plan ??= planChunks(
    graph,
    [...budgets, ...pagesOf(import.meta.dirname), after_rows].map(({ modules, weight }) => ({
      modules: modules.map((module) => join(import.meta.dirname, module)),
      ...(weight && { weight }),
    })),
    (one) =>
      one.includes('/node_modules/') ||
      [entry, lists].some((roots) => isNeeded(one, graph, roots)) ||
      isOfSigningIn(one, graph),
  )
  return plan.get(id) ?? null
}

function isOfSigningIn(id: string, graph: Graph): boolean {
  return isNeeded(id, graph, sign_in_page) && !isNeeded(id, graph, screens_after_sign_in)
}

export default defineConfig({
  // Shown in the footer; importing package.json there would bundle the whole file.
  define: { 'import.meta.env.VERSION': JSON.stringify(project.version) },
  plugins: [react(), precompress(), budget()],
  // Class names use the file name instead of a hash: they compress better and can be found in the source.
  // The house rules keep file names unique.
  css: {
    modules: {
      generateScopedName: (name, file) => `${basename(file, '.module.css')}_${name}`,
    },
  },
  // React 18 and later export the hook itself; the shim is for older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  // Tests use this file too, but only the build and the dev server read the options below.
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // The first versions that support light-dark() and :has(), which are not transpiled.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    modulePreload: {
      polyfill: false,
      // The entry preloads the application's chunks in parallel. Other chunks list only their styles, because a dependency list for every page would
      // grow with each page and is sent to every visitor.
      resolveDependencies: (to, files, { hostId }) =>
        hostId.includes('/first-') && /\/(list|sign-in)-/.test(to)
          ? files
          : files.filter((file) => /^(?!.*\/(first|list)-).*\.css$/.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The chunk names of all screens are sent to every visitor, so only shared chunks get a readable name, and hashes few kinds of characters.
        hashCharacters: 'base36',
        chunkFileNames: ({ name }) => (shared_chunks.has(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: ({ names }) =>
          names.every(isScreenStyle) ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:6][extname]',
        // Code that seldom changes is in its own chunk, so that it stays cached across releases.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // "first" is for every visitor: the entry and the code shared by the sign-in page and the lists.
            chunkOf('first', (needs) => needs(entry) || (needs(sign_in_page) && needs(lists))),
            chunkOf('list', (needs) => needs(lists)),
            { ...chunkOf('sign-in', (needs) => needs(sign_in_page) && !needs(screens_after_sign_in)), ...alone },
            // Shared by menus, dialogs, select lists and calendars; loaded with the first of them.
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
