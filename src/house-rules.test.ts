/** The architecture as a test: which modules may import which, and what may not be written where. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { scoped_tables } from '#server/scope.ts'

const source = import.meta.dirname
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
const texts = new Map(files.map((file) => [file, readFileSync(join(source, file), 'utf8')]))
const textOf = (file: string) => texts.get(file)!
const isTest = (file: string) => file.includes('.test.') || file.includes('testing/')
const product = files.filter((file) => !isTest(file))

interface Import {
  file: string
  /** Path below src/, or the name of a package. */
  target: string
}

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const imports: Import[] = product.flatMap((file) =>
  [...withoutComments(textOf(file)).matchAll(/(?:from\s|^import\s|import\()\s*'([^']+)'/gm)].map(([, specifier]) => ({
    file,
    target: targetOf(file, specifier!),
  })),
)

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return relative(source, resolve(source, dirname(file), specifier))
  return specifier
}

const roomOf = (path: string) => /^(contract|server|web|features)\//.exec(path)?.[1] ?? null
const areaOf = (path: string) => /^features\/([^/]+)\//.exec(path)?.[1] ?? null
const breaking = (rule: (imported: Import) => boolean) =>
  imports.filter(rule).map(({ file, target }) => `${file} → ${target}`)

test('the contract imports only itself and zod', () => {
  expect(
    breaking(
      ({ file, target }) => roomOf(file) === 'contract' && roomOf(target) !== 'contract' && !target.startsWith('zod'),
    ),
  ).toEqual([])
})

test('server and web import neither each other nor a feature', () => {
  expect(
    breaking(
      ({ file, target }) => roomOf(file) === 'server' && (roomOf(target) === 'web' || roomOf(target) === 'features'),
    ),
  ).toEqual([])
  expect(
    breaking(
      ({ file, target }) => roomOf(file) === 'web' && (roomOf(target) === 'server' || roomOf(target) === 'features'),
    ),
  ).toEqual([])
})

test('the suffix limits imports: screens no Node, servers no React, contracts and rules only one another', () => {
  expect(
    breaking(
      ({ file, target }) =>
        file.endsWith('.screen.tsx') &&
        (/\.(server|jobs)\.ts$/.test(target) || roomOf(target) === 'server' || target.startsWith('node:')),
    ),
  ).toEqual([])
  expect(
    breaking(
      ({ file, target }) =>
        /\.(server|jobs)\.ts$/.test(file) &&
        roomOf(file) === 'features' &&
        (target.endsWith('.screen.tsx') || roomOf(target) === 'web' || target.startsWith('react')),
    ),
  ).toEqual([])
  expect(
    breaking(
      ({ file, target }) =>
        /\.(contract|rules)\.ts$/.test(file) &&
        !/\.(contract|rules)\.ts$/.test(target) &&
        roomOf(target) !== 'contract' &&
        !target.startsWith('zod'),
    ),
  ).toEqual([])
})

test('the gateway simulator imports nothing but Node, and only main.server.ts imports it', () => {
  const isSimulator = (path: string) => path.startsWith('gateway-simulator/')
  expect(
    breaking(({ file, target }) => isSimulator(file) && !isSimulator(target) && !target.startsWith('node:')),
  ).toEqual([])
  expect(
    breaking(({ file, target }) => !isSimulator(file) && isSimulator(target) && file !== 'main.server.ts'),
  ).toEqual([])
})

test('only the sample and main.server.ts import the simulation of customers', () => {
  const isSimulated = (path: string) => path.startsWith('simulate/')
  expect(
    breaking(
      ({ file, target }) =>
        isSimulated(target) && !isSimulated(file) && !file.startsWith('sample/') && file !== 'main.server.ts',
    ),
  ).toEqual([])
})

/** The areas whose functions each area may call. All other areas may share only contracts and rules. */
const beneath: Readonly<Record<string, readonly string[]>> = {
  tickets: ['results'],
  orders: ['results', 'tickets', 'wallets', 'customers'],
  reports: ['orders', 'results', 'tickets'],
  close: ['customers', 'orders', 'reports', 'results', 'rewards', 'tickets', 'wallets'],
  rewards: ['orders', 'results', 'wallets'],
  system: ['close', 'results', 'settings'],
  settings: ['results', 'tickets', 'customers', 'orders', 'wallets', 'reports', 'rewards', 'close'],
}

test('an area imports only contracts and rules of another one, and server files of those beneath it', () => {
  const foreign = ({ file, target }: Import) =>
    areaOf(file) !== null &&
    areaOf(target) !== null &&
    areaOf(file) !== areaOf(target) &&
    !(target.endsWith('.server.ts') && beneath[areaOf(file)!]?.includes(areaOf(target)!))
  expect(breaking((imported) => foreign(imported) && !/\.(contract|rules)\.ts$/.test(imported.target))).toEqual([])
})

test('screens of features contain no CSS, no class and no raw HTML control', () => {
  const screens = product.filter((file) => file.endsWith('.screen.tsx') && file.startsWith('features/'))
  const raw = /<(button|input|select|textarea|table|dialog|style|div|span)[\s>/]|className=|style=\{|\.css'/
  expect(screens.filter((file) => raw.test(textOf(file)))).toEqual([])
})

test('no files import each other in a circle, not even types', () => {
  const graph = new Map<string, string[]>()
  for (const { file, target } of imports) graph.set(file, [...(graph.get(file) ?? []), target])
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    else if (!done.has(file)) {
      for (const next of graph.get(file) ?? []) walk(next, [...path, file])
      done.add(file)
    }
  }
  for (const file of graph.keys()) walk(file, [])
  expect(circles).toEqual([])
})

test('no folder of contract, server or web has more than 25 files', () => {
  const rooms = new Map<string, number>()
  for (const file of product.filter((name) => /^(contract|server|web)\//.test(name)))
    rooms.set(dirname(file), (rooms.get(dirname(file)) ?? 0) + 1)
  expect([...rooms].filter(([, count]) => count > 25)).toEqual([])
})

test('areas of calls that screens name exist', () => {
  const addresses = product
    .filter((file) => file.endsWith('.contract.ts'))
    .flatMap((file) => {
      const [prefixes, paths] = [/calls\('([^']+)'/g, /(?:read|write)\('[A-Z]+ ([^']+)'/g].map((pattern) =>
        [...textOf(file).matchAll(pattern)].map(([, found]) => found!),
      )
      return prefixes!.flatMap((prefix) => paths!.map((path) => `${prefix}/${path}`))
    })
  const areas = product
    .filter((file) => /\.(screen\.tsx|rules\.ts)$/.test(file) || file === 'contract/live.ts')
    .flatMap((file) => [...textOf(file).matchAll(/'(cms\/[\w/]+)'/g)].map(([, area]) => ({ file, area: area! })))
  expect(areas.length).toBeGreaterThan(10)
  expect(areas.filter(({ area }) => !addresses.some((address) => address.startsWith(`${area}/`)))).toEqual([])
})

test('each page of a contract has its line in the URL map', () => {
  const addressesIn = (text: string, call: RegExp) => [...text.matchAll(call)].map(([, address]) => address!)
  const map = textOf('routes.tsx')
  const routes = [
    ...addressesIn(map, /\bpage\(\s*'([^']+)'/g),
    ...addressesIn(map, /\bconfigTab\(\s*'([^']+)'/g).map((name) => `/cau-hinh-he-thong/${name}`),
  ]
  const contracts = product.filter((file) => file.endsWith('pages.contract.ts')).map(textOf)
  const pages = [
    ...contracts.flatMap((text) => addressesIn(text, /\bpage\(\s*'([^']+)'/g)),
    ...contracts
      .flatMap((text) => addressesIn(text, /\btab\(\s*systemConfigPage,\s*'([^']+)'/g))
      .map((name) => `/cau-hinh-he-thong/${name}`),
  ]
  expect(pages.length).toBeGreaterThan(70)
  expect(pages.filter((page) => !routes.includes(page))).toEqual([])
})

test('no two CSS modules have the same file name', () => {
  const styles = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.module.css'),
  )
  expect(new Set(styles.map((file) => basename(file))).size).toBe(styles.length)
})

test('no file is called index.ts or index.tsx', () => {
  expect(product.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([])
})

test('only errors.ts holds the numbers of errors', () => {
  const code_in_fail = /\bfail\(\s*\d|new Failure\(\s*\d/
  expect(product.filter((file) => code_in_fail.test(textOf(file)))).toEqual([])
})

test('rows of scoped tables are read within(me, …), or the code says why not', () => {
  const table = scoped_tables.join('|')
  const touch = new RegExp(
    String.raw`\.(selectFrom|updateTable|deleteFrom|innerJoin|leftJoin)\(\s*'(${table})( as \w+)?'|\b(from|join|update) (${table})\b`,
  )
  const guilty: string[] = []
  // scope.ts defines the scope itself.
  const readers = product.filter((name) => /^(features|server)\/.*\.ts$/.test(name) && name !== 'server/scope.ts')
  for (const file of readers) {
    const text = textOf(file)
    // A file that reads without a person's scope states so once, in its header.
    if (/^\/\*\*[^/]*unscoped:/.test(text)) continue
    // A statement ends at the next one or at a blank line; its scope, or the reason for having none, is inside it or in the lines before it.
    const statements = text
      .replaceAll(/^( *(?:\/\/.*|\/\*\*.*\*\/))\n/gm, '$1¦')
      .split(/\n\s*\n|\n\s*(?=(?:\/[/*][^\n]*¦\s*)?(?:const|let|return|await|if)\b)/)
    for (const statement of statements) {
      // Joins that only add the names of who created and changed a row need no scope.
      const rest = withoutComments(statement.replaceAll('¦', '\n')).replaceAll(
        /\.(left|inner)Join\(\s*'app_user as (creator|editor)'/g,
        '',
      )
      if (touch.test(rest) && !/within\(me|unscoped:/.test(statement))
        guilty.push(`${file}: ${statement.trim().slice(0, 90)}`)
    }
  }
  expect(guilty).toEqual([])
})

test('the tables of sums of sales are named only in the files listed here', () => {
  const homes = [
    'features/reports/breakdown/breakdown.server.ts',
    'features/reports/report/report.query.server.ts',
    'features/reports/roll-up/roll-ups.rules.ts',
    'features/reports/roll-up/sales-fingerprint.server.ts',
    'features/reports/roll-up/verify-sales.server.ts',
  ]
  const sums = /\bsale_(day|month|hour|delta|play|sum)(_\w+)?\b/
  const naming = product.filter((file) => /^(features|server)\/.*\.ts$/.test(file) && sums.test(textOf(file)))
  // scope.ts defines the scope of these tables.
  expect(naming.filter((file) => file !== 'server/scope.ts').sort()).toEqual(homes)
})

test('features use neither new Date(), parseFloat nor toFixed', () => {
  const features = product.filter(
    (file) => file.startsWith('features/') && /\.(server|rules|jobs|contract)\.ts$/.test(file),
  )
  expect(features.filter((file) => /new Date\(|parseFloat|toFixed\(/.test(textOf(file)))).toEqual([])
})

test('numbers and moments are written for people by the functions of contract/text', () => {
  const by_hand =
    /toLocaleString\('vi(?:-VN)?'(?:\)|, \{ maximumFractionDigits)|toLocaleString\([^\n]*timeZone|DateTimeFormat\([^)]*(?:hour|timeStyle)/
  expect(product.filter((file) => by_hand.test(textOf(file)))).toEqual([])
})

test('no identifier contains a word that docs/words.md refuses', () => {
  const riddle =
    /(?:\b|_)(asked|told|wish|deed|gift)(?:\b|_)|\b(Asked|Told|Wish|Deed|Gift)\w*|\w*at_once\b|\b(most|least)\b(?!\()/
  const code = (file: string) => withoutComments(textOf(file)).replaceAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`| \/\/ .*/g, '')
  expect(files.filter((file) => riddle.test(code(file)))).toEqual([])
})

test('no value or function is named by a participle, preposition or pronoun alone', () => {
  const words =
    'at own given kept seen held shown made taken told sent met whole wrong wanted known named said begun answered checked found bare beyond over here there who whose what look again put it still'
  // Tests may still name a value by what became of it.
  const product_words = `${words} ahead between blocked chosen gone joined tried without`
  const unnamed = (refused_words: string) => {
    const names = refused_words.replaceAll(' ', '|')
    return new RegExp(
      `\\b(?:const|let|function) (?:${names})\\b|\\b(?:const|let) \\{[^{}=]*: (?:${names})\\b[^{}=]*\\} = `,
    )
  }
  const guilty = (some: readonly string[], refused_words: string) =>
    some.filter((file) => unnamed(refused_words).test(withoutComments(textOf(file))))
  expect([...guilty(files, words), ...guilty(product, product_words)]).toEqual([])
})

test('no type is named by a participle, verb, preposition or pronoun alone', () => {
  const words =
    'adjust appraise ask at begun bought brought chosen common cut done drawn employ found from given held incoming kept known live local look made many met mine more naive native open own parse perform provoke raw read refuse say seen sent shown sold submit taken told try unsold upcoming verify won written'
  const names = words.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()).replaceAll(' ', '|')
  const unnamed = new RegExp(`^\\s*(?:export )?(?:type|interface) (?:${names}|[A-Z][a-z]*[a-df-z]ed)\\b`, 'm')
  expect(files.filter((file) => unnamed.test(withoutComments(textOf(file))))).toEqual([])
})

test('constants of a file that are numbers, texts, patterns, lists or SQL are written in snake_case', () => {
  const camel_case =
    /^(?:export )?const [a-z]+[A-Z]\w*(?:: [^=\n]+)? = (?:-?\d|['"`[]|\/.+\/[a-z]*$|sql(?:<[^`\n]*>)?`)/m
  const upper_case = /^(?:export )?const [A-Z][A-Z0-9_]+\b/m
  const misspelt = files.filter((file) => {
    const code = withoutComments(textOf(file))
    return camel_case.test(code) || upper_case.test(code)
  })
  expect(misspelt).toEqual([])
})

test('functions are written in camelCase', () => {
  // An option like on_error is a field, and what is given for it has its name.
  const snake_case =
    /\bconst (?!on_)\w*[a-z]_\w* = (?:async )?(?:<[^=\n]*>)?(?:\([^()\n]*\)|\w+)(?:: [^=\n]+)? =>|\bfunction\*? \w*[a-z]_\w*[(<]/
  expect(product.filter((file) => snake_case.test(withoutComments(textOf(file))))).toEqual([])
})

test('exported functions that another folder imports have a docstring', () => {
  const scripts = readdirSync(join(source, '../scripts'), { recursive: true, encoding: 'utf8' })
  const codeOf = new Map(texts)
  for (const name of scripts.filter((file) => file.endsWith('.ts')))
    codeOf.set(`../scripts/${name}`, readFileSync(join(source, '../scripts', name), 'utf8'))
  const imported = new Set(
    [...codeOf].flatMap(([file, text]) => {
      const namedImports = text.matchAll(/^(?:import|export) (?:\w+, )?\{([^}]*)\} from '([^']+)'/gm)
      const lazyImports = text.matchAll(/()import\('([^']+)'\)\)\.(\w+)/g)
      return [...namedImports, ...lazyImports].flatMap(([, names, specifier, part]) => {
        const target = targetOf(file, specifier!)
        if (dirname(target) === dirname(file)) return []
        return (part ?? names!).split(',').map((name) => `${target}: ${name.trim().replace(/ as .*/, '')}`)
      })
    }),
  )
  const a_function =
    /^export (?:(?:async )?function\*? (\w+)|const (\w+)(?:: .+)? = (?:async )?(?:<.+>)?(?:\(|\w+ =>))/gm
  const functions = [...codeOf]
    .filter(([file]) => !file.startsWith('playground/'))
    .flatMap(([file, text]) => {
      return [...text.matchAll(a_function)].map(({ index, 1: declared, 2: assigned }) => {
        const before = text.slice(0, index)
        const has_docstring = before.endsWith(' */\n') && before.startsWith('/**', before.lastIndexOf('/*'))
        return { name: `${file}: ${declared ?? assigned}`, has_docstring }
      })
    })
  const documented = new Set(functions.filter(({ has_docstring }) => has_docstring).map(({ name }) => name))
  expect(documented.size).toBeGreaterThan(1_000)
  expect(functions.map(({ name }) => name).filter((name) => imported.has(name) && !documented.has(name))).toEqual([])
})

test('no SQL is put together by sql.raw()', () => {
  expect(product.filter((file) => /sql\.raw\(/.test(textOf(file)))).toEqual([])
})

test('every promise in docs/security.md names tests that exist, or says that there is none', () => {
  const project = resolve(source, '..')
  const tests = new Set(
    [...files, ...readdirSync(join(project, 'tests/browser'))]
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
      .map((file) => basename(file).replace(/(\.test)?\.tsx?$/, '')),
  )
  const promises = readFileSync(join(project, 'docs/security.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (promise|-)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(promises.length).toBeGreaterThan(22)
  const empty = promises.filter(([, , by]) => !/`[\w.-]+`|no test/.test(by ?? '')).map(([, promise]) => promise)
  const missing = promises.flatMap(([, , by]) => [...(by ?? '').matchAll(/`([\w.-]+)`/g)].map(([, name]) => name!))
  expect({ empty, missing: missing.filter((name) => !tests.has(name)) }).toEqual({ empty: [], missing: [] })
})
