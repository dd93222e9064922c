// A page needs few of the calls and fields that a contract declares. The browser's build therefore takes contracts apart: each declaration, and each
// call within `calls(…)`, is a module of its own, and who imports a contract imports these. What only the server reads of a call is left out.
import { readFile } from 'node:fs/promises'
import { parseSync, transformWithOxc, type ESTree, type Plugin } from 'vite'

type Node = ESTree.Node

interface Edit {
  start: number
  end: number
  text: string
}

interface CallGroup {
  prefix: Node
  calls: ReadonlyMap<string, Node>
}

interface Contract {
  code: string
  imports: { local: string; statement: string }[]
  /** The declaration of each name; that of a pattern has several. */
  declared: Map<string, Declared>
  groups: Map<string, CallGroup>
}

interface Declared {
  names: readonly string[]
  node: Node
}

const is_contract = /\.contract\.ts$/
const is_source = /\/src\/.*\.tsx?(\?part=[\w.]+)?$/
/** Of `read(…)` and `write(…)`: for the audit log and the documentation. */
const for_the_server = ['title', 'errors']

/** How much of a call is used where it is given to these functions; elsewhere all of it is, such as the labels of a list's columns. */
const uses: Readonly<Record<string, Use>> = {
  can: 'right',
  ...Object.fromEntries(
    ['choicesOf', 'send', 'useAct', 'useChoices', 'useQueue', 'useRead', 'useSubmit', 'useWrite'].map((name) => [
      name,
      'sending',
    ]),
  ),
}
type Use = 'right' | 'sending' | 'all'
const dropped: Readonly<Record<Use, readonly string[]>> = {
  right: [...for_the_server, 'input', 'output'],
  sending: [...for_the_server, 'output'],
  all: for_the_server,
}

const partOf = (file: string, part: string) => JSON.stringify(`${file}?part=${part}`)

/** Takes contracts apart, at a build only: in development they are modules like others. */
export function contractParts(): Plugin {
  const contracts = new Map<string, Promise<Contract | null>>()
  function contractIn(file: string) {
    const known = contracts.get(file) ?? readFile(file, 'utf8').then((code) => takeApart(file, code))
    contracts.set(file, known)
    return known
  }
  return {
    name: 'contract-parts',
    apply: 'build',
    enforce: 'post',
    buildStart: () => contracts.clear(),
    resolveId: (id) => (id.includes('.contract.ts?part=') ? id : null),
    async load(id) {
      const [file, part] = id.split('?part=') as [string, string?]
      const contract = part === undefined ? null : await contractIn(file)
      return contract && { code: codeOf(contract, file, part!), moduleType: 'js', moduleSideEffects: false }
    },
    buildEnd(failure) {
      const circle = failure
        ? null
        : circleOf([...this.getModuleIds()], (id) => this.getModuleInfo(id)?.importedIds ?? [])
      // One of them would run before what it needs.
      if (circle) this.error(`Các phần của hợp đồng cần nhau theo vòng: ${circle.join(' → ')}`)
    },
    async transform(code, id) {
      if (!is_source.test(id) || !code.includes('.contract.ts')) return null
      const importer = id.split('?')[0]
      const parts = await withParts(code, async (source) => {
        const found = await this.resolve(source, importer)
        const contract = found && is_contract.test(found.id) ? await contractIn(found.id) : null
        return contract && { contract, file: found!.id }
      })
      return parts === null ? null : { code: parts, map: null }
    },
  }
}

/** Parts that import each other in a circle. */
function circleOf(ids: readonly string[], importsOf: (id: string) => readonly string[]): string[] | null {
  const done = new Set<string>()
  const enter = (id: string, path: readonly string[]): string[] | null => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id]
    if (done.has(id)) return null
    done.add(id)
    for (const used of importsOf(id)) {
      const circle = used.includes('?part=') ? enter(used, [...path, id]) : null
      if (circle) return circle
    }
    return null
  }
  for (const id of ids) {
    const circle = id.includes('?part=') ? enter(id, []) : null
    if (circle) return circle
  }
  return null
}

/** The declarations of a contract; null where it does more than declare. */
export async function takeApart(file: string, source: string): Promise<Contract | null> {
  const { code } = await transformWithOxc(source, file)
  const contract: Contract = { code, imports: [], declared: new Map(), groups: new Map() }
  for (const node of programOf(code).body) {
    if (node.type === 'ImportDeclaration') {
      for (const { local, what } of importedBy(node)) {
        contract.imports.push({ local, statement: `import ${what} from ${JSON.stringify(node.source.value)}` })
      }
      continue
    }
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    if (declaration?.type === 'FunctionDeclaration') {
      const names = [declaration.id!.name]
      contract.declared.set(names[0]!, { names, node: declaration })
    } else if (declaration?.type === 'VariableDeclaration' && declaration.kind === 'const') {
      const names = declaration.declarations.flatMap(({ id }) => namesOf(id))
      for (const name of names) contract.declared.set(name, { names, node: declaration })
      const group = declaration.declarations.length === 1 ? groupOf(declaration.declarations[0]!.init) : null
      if (group) contract.groups.set(names[0]!, group)
    } else if (declaration || node.type !== 'ExportNamedDeclaration' || node.specifiers.length > 0) {
      // `export {}` is what remains of types.
      return null
    }
  }
  return contract
}

/** `calls(prefix, { list: read(…), … })` */
function groupOf(init: Node | null | undefined): CallGroup | null {
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'calls') return null
  const [prefix, drafts] = init.arguments
  if (!prefix || drafts?.type !== 'ObjectExpression') return null
  const calls = new Map<string, Node>()
  for (const property of drafts.properties) {
    if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') return null
    calls.set(property.key.name, property.value)
  }
  return { prefix, calls }
}

/** The module of a declaration, `orderStatus`, or of a call, `orders.list`. */
export function codeOf(contract: Contract, file: string, part: string): string {
  const [name, key, use] = part.split('.') as [string, string?, Use?]
  const group = contract.groups.get(name)
  if (group && key === undefined) return wholeGroup(name, [...group.calls.keys()], file)
  const { names, node } = contract.declared.get(name)!
  const text = (one: Node) => contract.code.slice(one.start, one.end)
  const draft = group && key !== undefined ? shortened(contract.code, group.calls.get(key)!, dropped[use!]) : null
  const [used, code] =
    group && draft
      ? [
          new Set(['calls', ...namesIn(group.prefix), ...draft.names]),
          `export const call = calls(${text(group.prefix)}, { ${key}: ${draft.code} }).${key}`,
        ]
      : [namesIn(node), `${text(node)}\nexport { ${names.join(', ')} }`]
  const others = [...contract.declared.keys()].filter((one) => used.has(one) && (group || !names.includes(one)))
  return [
    ...contract.imports.filter(({ local }) => used.has(local)).map(({ statement }) => statement),
    ...(others.length > 0 ? [`import { ${others.join(', ')} } from ${JSON.stringify(file)}`] : []),
    code,
  ].join('\n')
}

/** For those who pass all calls on together. */
function wholeGroup(name: string, keys: readonly string[], file: string): string {
  const imports = keys.map((key) => `import { call as $${key} } from ${partOf(file, `${name}.${key}.all`)}`)
  return [...imports, `export const ${name} = { ${keys.map((key) => `${key}: $${key}`).join(', ')} }`].join('\n')
}

/** The declaration of a call without some of its terms, and the names in the rest. */
function shortened(code: string, call: Node, without: readonly string[]): { code: string; names: Set<string> } {
  const terms = call.type === 'CallExpression' ? call.arguments.at(-1) : null
  if (call.type !== 'CallExpression' || terms?.type !== 'ObjectExpression') {
    return { code: code.slice(call.start, call.end), names: namesIn(call) }
  }
  const isDropped = (node: Node) =>
    node.type === 'Property' && node.key.type === 'Identifier' && without.includes(node.key.name)
  const edits = terms.properties.filter(isDropped).map((node): Edit => {
    const comma = /^\s*,/.exec(code.slice(node.end))?.[0].length ?? 0
    return { start: node.start - call.start, end: node.end + comma - call.start, text: '' }
  })
  const kept = [call.callee, ...call.arguments.slice(0, -1), ...terms.properties.filter((node) => !isDropped(node))]
  return {
    code: edited(code.slice(call.start, call.end), edits),
    names: new Set(kept.flatMap((node) => [...namesIn(node)])),
  }
}

/** The code with the parts that it uses in place of the contracts that it imports; null where it imports none. */
export async function withParts(
  code: string,
  find: (source: string) => Promise<{ contract: Contract; file: string } | null>,
): Promise<string | null> {
  const program = programOf(code)
  const edits: Edit[] = []
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || !is_contract.test(node.source.value)) continue
    const found = await find(node.source.value)
    if (!found) continue
    const { contract, file } = found
    const imports = node.specifiers.flatMap((specifier) => {
      const name = nameOf(specifier)
      const local = specifier.local.name
      const group = contract.groups.get(name)
      const members = group && membersOf(local, program)
      if (members && members.every(({ key }) => group.calls.has(key))) {
        edits.push(...members.map(({ key, start, end }) => ({ start, end, text: `${local}$${key}` })))
        const keys = new Set(members.map(({ key }) => key))
        return [...keys].map((key) => {
          const use = most(members.filter((member) => member.key === key).map((member) => member.use))
          return `import { call as ${local}$${key} } from ${partOf(file, `${name}.${key}.${use}`)}`
        })
      }
      const [part] = contract.declared.get(name)?.names ?? []
      if (part === undefined) throw new Error(`${file} declares no ${name}`)
      return [`import { ${name} as ${local} } from ${partOf(file, part)}`]
    })
    edits.push({ start: node.start, end: node.end, text: imports.join('\n') })
  }
  return edits.length > 0 ? edited(code, edits) : null
}

function nameOf(specifier: ESTree.ImportDeclarationSpecifier): string {
  if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') {
    throw new Error('a contract is imported by names')
  }
  return specifier.imported.name
}

function most(all: readonly Use[]): Use {
  return (['all', 'sending', 'right'] as const).find((use) => all.includes(use))!
}

interface Member {
  key: string
  use: Use
  start: number
  end: number
}

/** Where the program reads members of an import; null where it uses it otherwise, or has another thing of this name. */
function membersOf(local: string, program: Node): Member[] | null {
  const members: Member[] = []
  let isPlain = true
  const given = new Map<Node, Use>()
  walk(program, (node, parent) => {
    if (node.type === 'ImportDeclaration') return false
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier') {
      for (const argument of node.arguments) given.set(argument, uses[node.callee.name] ?? 'all')
    }
    if (node.type !== 'Identifier' || node.name !== local || isKey(node, parent)) return true
    if (
      parent?.type === 'MemberExpression' &&
      parent.object === node &&
      parent.property.type === 'Identifier' &&
      !parent.computed
    ) {
      members.push({ key: parent.property.name, use: given.get(parent) ?? 'all', start: parent.start, end: parent.end })
    } else isPlain = false
    return true
  })
  return isPlain ? members : null
}

function importedBy({ specifiers }: ESTree.ImportDeclaration): { local: string; what: string }[] {
  return specifiers.map((specifier) => {
    const local = specifier.local.name
    if (specifier.type === 'ImportNamespaceSpecifier') return { local, what: `* as ${local}` }
    return { local, what: `{ ${nameOf(specifier)} as ${local} }` }
  })
}

/** Every name from outside that is read there. */
function namesIn(root: Node): Set<string> {
  const names = new Set<string>()
  const read = (start: Node, own: ReadonlySet<string>, above: Node | null) =>
    walk(
      start,
      (node, parent) => {
        if (node !== start && (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression')) {
          read(node, new Set([...own, ...boundIn(node)]), parent)
          return false
        }
        if (node.type === 'Identifier' && !isKey(node, parent) && !own.has(node.name)) names.add(node.name)
        return true
      },
      above,
    )
  read(root, root.type === 'FunctionDeclaration' ? boundIn(root) : new Set(), null)
  return names
}

/** The names that a function gives to its parameters and to what it declares. */
function boundIn(root: { params: readonly Node[]; body: Node | null }): Set<string> {
  const names = new Set(root.params.flatMap(namesOf))
  if (root.body) {
    walk(root.body, (node) => {
      if (node.type === 'VariableDeclarator') for (const name of namesOf(node.id)) names.add(name)
      return true
    })
  }
  return names
}

/** The names that a pattern binds. */
function namesOf(pattern: Node | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => namesOf(one.type === 'Property' ? one.value : one.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesOf)
    case 'AssignmentPattern':
      return namesOf(pattern.left)
    case 'RestElement':
      return namesOf(pattern.argument)
    default:
      return []
  }
}

/** Whether it only names a property. */
function isKey(node: Node, parent: Node | null): boolean {
  if (parent?.type === 'MemberExpression') return !parent.computed && parent.property === node
  return parent?.type === 'Property' && !parent.computed && !parent.shorthand && parent.key === node
}

/** Visits a node and, where the visit returns true, what it consists of. */
function walk(node: Node, visit: (node: Node, parent: Node | null) => boolean, parent: Node | null = null): void {
  if (!visit(node, parent)) return
  for (const child of Object.values(node).flat() as unknown[]) {
    if (isNode(child)) walk(child, visit, node)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function programOf(code: string) {
  return parseSync('module.js', code).program
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, { start, end, text }) => result.slice(0, start) + text + result.slice(end), code)
}
