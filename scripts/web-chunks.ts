// Which modules of the pages travel in one file. A small file packs badly and is a request of its own; a large one brings every page what only some
// need. So modules of the same pages come together, and small files with those of nearly the same pages.
import type { Screen } from './web-budget.ts'

/** What the bundler tells of the modules. */
export interface Graph {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; importedIds: readonly string[]; code: string | null } | null
}

/** Some of the pages, as bits. */
type Pages = bigint

/** The first of the screens: the sign-in page. */
const page_without_list: Pages = 1n

interface Part {
  pages: Pages
  bytes: number
  modules: string[]
  /** The parts that this one imports. */
  uses: Set<Part>
}

/** What a file costs beside its modules: its imports, and the words that it cannot share with others. */
const bytes_of_a_file = 100
/** What is left of a byte of a module when it is minified and packed. */
const packed = 0.16

/** The name of the file of each module of these screens, of which the first is the sign-in page; modules of `elsewhere` have theirs already. */
export function planChunks(
  graph: Graph,
  screens: readonly Screen[],
  elsewhere: (id: string) => boolean,
): ReadonlyMap<string, string> {
  const pagesOf = new Map<string, Pages>()
  for (const [at, { modules }] of screens.entries()) {
    for (const id of neededBy(modules, graph)) pagesOf.set(id, (pagesOf.get(id) ?? 0n) | (1n << BigInt(at)))
  }
  const parts = new Map<Pages, Part>()
  const partOf = new Map<string, Part>()
  for (const [id, pages] of pagesOf) {
    if (elsewhere(id)) continue
    const part = parts.get(pages) ?? { pages, bytes: 0, modules: [], uses: new Set() }
    part.modules.push(id)
    part.bytes += (graph.getModuleInfo(id)?.code?.length ?? 0) * packed
    parts.set(pages, part)
    partOf.set(id, part)
  }
  for (const [id, part] of partOf) {
    for (const used of graph.getModuleInfo(id)?.importedIds ?? []) {
      const other = partOf.get(used)
      if (other && other !== part) part.uses.add(other)
    }
  }
  const files = joined([...parts.values()])
  return new Map([...files].flatMap(({ modules }, at) => modules.map((id) => [id, `part-${at}`] as const)))
}

function neededBy(roots: readonly string[], graph: Graph): Set<string> {
  const needed = new Set(roots)
  for (const id of needed) for (const used of graph.getModuleInfo(id)?.importedIds ?? []) needed.add(used)
  return needed
}

interface Pair {
  one: Part
  other: Part
  saved: number
}

/** Joins the two parts by which all pages together save most, again and again. */
function joined(parts: readonly Part[]): ReadonlySet<Part> {
  const files = new Set<Part>()
  let pairs: Pair[] = []
  const add = (one: Part) => {
    for (const other of files) {
      // What the page needs that has no list would bring it the lists.
      if ((one.pages & page_without_list) !== (other.pages & page_without_list)) continue
      const saved = savedBy(one, other)
      if (saved > 0) pairs.push({ one, other, saved })
    }
    files.add(one)
  }
  parts.forEach(add)
  for (;;) {
    const best = pairs.reduce<Pair | null>((most, pair) => (most && most.saved >= pair.saved ? most : pair), null)
    if (!best) return files
    const { one, other } = best
    // Files that import each other would run before what they import is there.
    if (leadsAround(one, other) || leadsAround(other, one)) {
      pairs = pairs.filter((pair) => pair !== best)
      continue
    }
    pairs = pairs.filter((pair) => ![pair.one, pair.other].some((part) => part === one || part === other))
    files.delete(one)
    files.delete(other)
    one.pages |= other.pages
    one.bytes += other.bytes
    one.modules.push(...other.modules)
    for (const used of other.uses) one.uses.add(used)
    one.uses.delete(one)
    one.uses.delete(other)
    for (const part of files) if (part.uses.delete(other)) part.uses.add(one)
    add(one)
  }
}

/** Bytes that all pages together load less when the two come in one file. */
function savedBy(one: Part, other: Part): number {
  const loaded = (pages: Pages, bytes: number) => count(pages) * (bytes + bytes_of_a_file)
  return (
    loaded(one.pages, one.bytes) +
    loaded(other.pages, other.bytes) -
    loaded(one.pages | other.pages, one.bytes + other.bytes)
  )
}

/** Whether one imports the other through a third. */
function leadsAround(from: Part, to: Part): boolean {
  const reached = new Set(from.uses)
  reached.delete(to)
  for (const part of reached) {
    if (part.uses.has(to)) return true
    for (const used of part.uses) reached.add(used)
  }
  return false
}

function count(pages: Pages): number {
  return pages.toString(2).replaceAll('0', '').length
}
