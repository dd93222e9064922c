// What the browser fetches before a screen can be used, and how much that may be: JS and CSS as they travel, without the font.
// The build refuses more; `npm run bench:web` sees in the browser that nothing else is fetched.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** What is imported one after the other, by the entry and by the router, until the screen stands. */
export interface Screen {
  modules: readonly string[]
  /** How often it is loaded, relative to a page; 1 unless given. */
  weight?: number
}

interface Budget extends Screen {
  path: string
  title: string
  max_bytes: number
}

const shell = ['src/routes.tsx', 'src/features/access/sign-in/shell.screen.tsx']

const system_config = 'src/features/settings/system-config/system-config.screen.tsx'

/** Loaded once the first rows are there, by everybody on every page. */
export const after_rows: Budget = {
  path: 'mọi trang',
  title: 'Sau các dòng đầu',
  max_bytes: 174_000,
  weight: 10,
  modules: [
    ...shell,
    'src/features/access/home/waiting.screen.tsx',
    'src/features/access/notification/bell.screen.tsx',
    'src/features/access/second-factor/proof-gate.screen.tsx',
    'src/features/content/maintenance/maintenance-notice.screen.tsx',
    'src/web/palette/global-dialogs.tsx',
  ],
}

/** Loaded after the first paint of every page, because a lost connection is told by it. `npm run bench:web` counts it where it comes before the rows. */
export const toasts: Budget = {
  path: 'thông báo',
  title: 'Thông báo',
  max_bytes: 90_000,
  modules: ['src/web/ui/message/toast.tsx'],
}

/** Those that `npm run bench:web` weighs in the browser too. */
export const budgets: readonly Budget[] = [
  {
    path: '/login',
    title: 'Trang đăng nhập',
    // The share of the page itself of the 90 kB that the browser may load until it is at rest.
    max_bytes: 88_650,
    weight: 10,
    modules: ['src/features/access/sign-in/sign-in-page.screen.tsx'],
  },
  {
    path: '/tai-khoan',
    title: 'Danh sách đầu tiên',
    max_bytes: 150_000,
    modules: [...shell, 'src/features/access/account/account.screen.tsx'],
  },
]

/** What a page of the URL map may weigh with the shell around it. */
const max_of_page = 150_000

/** Pages that are still heavier: none of them may grow beyond it. */
const limits: ReadonlyMap<string, number> = new Map(
  Object.entries({
    152_000: ['thoi-han-don-hang'],
    155_200: ['ket-qua-keno'],
    158_500: ['/quan-ly-hinh-thuc-nhan-thuong'],
    180_000: ['/'],
  }).flatMap(([max_bytes, paths]) => paths.map((path) => [path, Number(max_bytes)] as const)),
)

/** The pages with their screens, as the URL map has them. */
export function pagesOf(root: string): Budget[] {
  const map = readFileSync(join(root, shell[0]!), 'utf8')
  const pages = [...map.matchAll(/\b(page|configTab)\(\s*'([^']+)',\s*\(\) => import\('#(web|features)\/([^']+)'\)/g)]
  return pages.map(([, kind, path, home, file]) => ({
    path: path!,
    title: 'Trang',
    max_bytes: limits.get(path!) ?? max_of_page,
    modules: [...shell, ...(kind === 'configTab' ? [system_config] : []), `src/${home}/${file}`],
  }))
}

interface Chunk {
  modules: readonly string[]
  imports: readonly string[]
  css: readonly string[]
}

/** Stops a build whose screens weigh too much, and leaves beside its files which of them each screen needs. */
export function budget(): Plugin {
  const chunks = new Map<string, Chunk>()
  let root = ''
  let dir = ''
  return {
    name: 'budget',
    apply: 'build',
    configResolved(config) {
      root = config.root
      dir = resolve(root, config.build.outDir)
    },
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue
        const { fileName, moduleIds, imports, viteMetadata } = output
        chunks.set(fileName, { modules: moduleIds, imports, css: [...(viteMetadata?.importedCss ?? [])] })
      }
    },
    closeBundle: {
      // After the files are packed.
      order: 'post',
      sequential: true,
      handler() {
        // A build that failed has told why.
        if (chunks.size === 0) return
        const circle = circleOf(chunks)
        if (circle) this.error(`Các tệp nhập lẫn nhau theo vòng: ${circle.join(' → ')}`)
        const index_files = [
          ...readFileSync(join(dir, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g),
        ]
        const filesFor = ({ modules }: Budget) => {
          const files = filesOf(modules, (module) => join(root, module), chunks)
          return [...new Set([...index_files.map(([, file]) => file!), ...files])]
        }
        const all = [...budgets, ...pagesOf(root), after_rows, toasts]
        const needed = Object.fromEntries(all.map((screen) => [screen.path, filesFor(screen)]))
        writeFileSync(`${dir}.needs.json`, JSON.stringify(needed, null, 2))
        const too_heavy = all.flatMap((screen) => report(screen, weigh(needed[screen.path]!, dir)))
        if (too_heavy.length > 0) this.error(too_heavy.join('\n'))
      },
    },
  }
}

/** The files of these modules, and of what they import without waiting. A lazy part is not among them. */
function filesOf(
  modules: readonly string[],
  idOf: (module: string) => string,
  chunks: ReadonlyMap<string, Chunk>,
): Set<string> {
  const files = new Set<string>()
  const add = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    const { imports, css } = chunks.get(file)!
    imports.forEach(add)
    for (const style of css) files.add(style)
  }
  for (const module of modules) {
    const chunk = [...chunks].find(([, candidate]) => candidate.modules.includes(idOf(module)))
    if (!chunk) throw new Error(`${module} is named in the budgets, but is not built`)
    add(chunk[0])
  }
  return files
}

/** Files that import each other in a circle: one of them would run before what it uses. Null where there is none. */
function circleOf(chunks: ReadonlyMap<string, Chunk>): string[] | null {
  const done = new Set<string>()
  const find = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return null
    for (const used of chunks.get(file)?.imports ?? []) {
      const circle = find(used, [...way, file])
      if (circle) return circle
    }
    done.add(file)
    return null
  }
  return [...chunks.keys()].reduce<string[] | null>((circle, file) => circle ?? find(file, []), null)
}

type Weight = [file: string, bytes: number]

/** Files with their bytes as they travel, heaviest first: the server sends the packed file where there is one. */
export function weigh(files: readonly string[], dir: string): Weight[] {
  return files
    .map((file): Weight => {
      const packed = join(dir, `${file}.br`)
      return [file, statSync(existsSync(packed) ? packed : join(dir, file)).size]
    })
    .toSorted(([, a], [, b]) => b - a)
}

function report({ path, title, max_bytes }: Budget, files: readonly Weight[]): string[] {
  const kb = (bytes: number) => `${(bytes / 1_000).toFixed(1).replace('.', ',')} kB`
  const sum = files.reduce((total, [, bytes]) => total + bytes, 0)
  if (sum <= max_bytes) return []
  return [
    `${title} (${path}) phải tải ${kb(sum)} JS và CSS, ngân sách là ${kb(max_bytes)}. Hãy để phần chưa cần thành lazyPart.`,
    ...files.map(([file, bytes]) => `${kb(bytes).padStart(10)}  ${file}`),
  ]
}
