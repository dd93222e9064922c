// Plans which modules are bundled into one file. Small files compress badly and each costs a request; large ones make pages load modules that only
// others need. So modules needed by the same pages share a file, and small files are joined with those of nearly the same pages.
import type { Screen } from './web-budget.ts'

/** The bundler's module graph. */
export interface Graph {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; importedIds: readonly string[]; code: string | null } | null
}

/** A set of screens as a bit mask. */
type Screens = bigint

/** The sign-in page, the first of the screens. */
const sign_in: Screens = 1n

interface Part {
  screens: Screens
  bytes: number
  modules: string[]
  /** Parts that this one imports. */
  uses: Set<Part>
}

/** Overhead of a file: its request, its import statements, and strings that it cannot share with others when compressed. */
const bytes_of_a_file = 120
/** Size of a module after minifying and compressing, relative to its source. */
const compression_ratio = 0.16

/** File name of each module of these screens, of which the first is the sign-in page. Modules for which `isElsewhere` is true are in other files. */
export function planChunks(
  graph: Graph,
  screens: readonly Screen[],
  isElsewhere: (id: string) => boolean,
): ReadonlyMap<string, string> {
  const files = joinParts(partsOf(graph, screens, isElsewhere), costOf(screens))
  return new Map([...files].flatMap(({ modules }, index) => modules.map((id) => [id, `part-${index}`] as const)))
}

/** The modules of the screens by the set of screens that need them. */
function partsOf(graph: Graph, screens: readonly Screen[], isElsewhere: (id: string) => boolean): Part[] {
  const screensOf = new Map<string, Screens>()
  for (const [index, { modules }] of screens.entries()) {
    for (const id of modules) if (!graph.getModuleInfo(id)) throw new Error(`${id} is in the plan, but is not built`)
    for (const id of neededBy(modules, graph)) screensOf.set(id, (screensOf.get(id) ?? 0n) | (1n << BigInt(index)))
  }
  const parts = new Map<Screens, Part>()
  const partOf = new Map<string, Part>()
  for (const [id, needing] of screensOf) {
    if (isElsewhere(id)) continue
    const part = parts.get(needing) ?? { screens: needing, bytes: 0, modules: [], uses: new Set() }
    part.modules.push(id)
    part.bytes += (graph.getModuleInfo(id)?.code?.length ?? 0) * compression_ratio
    parts.set(needing, part)
    partOf.set(id, part)
  }
  for (const [id, part] of partOf) {
    for (const used of graph.getModuleInfo(id)?.importedIds ?? []) {
      const other = partOf.get(used)
      if (other && other !== part) part.uses.add(other)
    }
  }
  return [...parts.values()]
}

function neededBy(roots: readonly string[], graph: Graph): Set<string> {
  const needed = new Set(roots)
  for (const id of needed) for (const used of graph.getModuleInfo(id)?.importedIds ?? []) needed.add(used)
  return needed
}

/** The bytes that a file of this size costs these screens. */
type Cost = (screens: Screens, bytes: number) => number

function costOf(all: readonly Screen[]): Cost {
  const weights = all.map(({ weight = 1 }) => weight)
  return (screens, bytes) => {
    const loads = weights.reduce((sum, weight, index) => ((screens >> BigInt(index)) & 1n ? sum + weight : sum), 0)
    return loads * (bytes + bytes_of_a_file)
  }
}

interface Pair {
  one: Part
  other: Part
  saved: number
}

/** Repeatedly joins the two parts that save all screens together the most bytes. */
function joinParts(parts: readonly Part[], cost: Cost): ReadonlySet<Part> {
  const saved = (one: Part, other: Part) =>
    cost(one.screens, one.bytes) +
    cost(other.screens, other.bytes) -
    cost(one.screens | other.screens, one.bytes + other.bytes)
  const files = new Set<Part>()
  let pairs: Pair[] = []
  const add = (part: Part) => {
    for (const other of files) {
      // The sign-in page must not load the modules of lists.
      if ((part.screens & sign_in) !== (other.screens & sign_in)) continue
      const bytes = saved(part, other)
      if (bytes > 0) pairs.push({ one: part, other, saved: bytes })
    }
    files.add(part)
  }
  parts.forEach(add)
  for (;;) {
    const best = pairs.reduce<Pair | null>(
      (best_pair, pair) => (best_pair && best_pair.saved >= pair.saved ? best_pair : pair),
      null,
    )
    if (!best) return files
    const { one, other } = best
    // Files that import each other in a circle would run before their imports are initialised.
    if (leadsAround(one, other) || leadsAround(other, one)) {
      pairs = pairs.filter((pair) => pair !== best)
      continue
    }
    pairs = pairs.filter((pair) => ![pair.one, pair.other].some((part) => part === one || part === other))
    files.delete(one)
    files.delete(other)
    one.screens |= other.screens
    one.bytes += other.bytes
    one.modules.push(...other.modules)
    for (const used of other.uses) one.uses.add(used)
    one.uses.delete(one)
    one.uses.delete(other)
    for (const part of files) if (part.uses.delete(other)) part.uses.add(one)
    add(one)
  }
}

/** Whether one imports the other through a third part. */
function leadsAround(from: Part, to: Part): boolean {
  const reached = new Set(from.uses)
  reached.delete(to)
  for (const part of reached) {
    if (part.uses.has(to)) return true
    for (const used of part.uses) reached.add(used)
  }
  return false
}
