// Plans which modules of the pages are bundled into one file. Small files compress badly and each costs a request; large ones make pages load modules
// that only others need. So modules needed by the same pages share a file, and small files are joined with those of nearly the same pages.
import type { Screen } from './web-budget.ts'

/** The bundler's module graph. */
export interface Graph {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; importedIds: readonly string[]; code: string | null } | null
}

/** A set of pages as a bit mask. */
type Pages = bigint

/** The sign-in page, the first of the screens. */
const sign_in: Pages = 1n

interface Part {
  pages: Pages
  bytes: number
  modules: string[]
  /** Parts that this one imports. */
  uses: Set<Part>
}

/** Overhead of a file: its import statements, and strings that it cannot share with others when compressed. */
const bytes_of_a_file = 48
/** Size of a module after minifying and compressing, relative to its source. */
const packed = 0.16

/** File name of each module of these screens, of which the first is the sign-in page. Modules for which `isElsewhere` is true are in other files. */
export function planChunks(
  graph: Graph,
  screens: readonly Screen[],
  isElsewhere: (id: string) => boolean,
): ReadonlyMap<string, string> {
  const pagesOf = new Map<string, Pages>()
  for (const [index, { modules }] of screens.entries()) {
    for (const id of neededBy(modules, graph)) pagesOf.set(id, (pagesOf.get(id) ?? 0n) | (1n << BigInt(index)))
  }
  const parts = new Map<Pages, Part>()
  const partOf = new Map<string, Part>()
  for (const [id, pages] of pagesOf) {
    if (isElsewhere(id)) continue
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
  return new Map([...files].flatMap(({ modules }, index) => modules.map((id) => [id, `part-${index}`] as const)))
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

/** Repeatedly joins the two parts that save all pages together the most bytes. */
function joined(parts: readonly Part[]): ReadonlySet<Part> {
  const files = new Set<Part>()
  let pairs: Pair[] = []
  const add = (one: Part) => {
    for (const other of files) {
      // The sign-in page must not load the modules of lists.
      if ((one.pages & sign_in) !== (other.pages & sign_in)) continue
      const saved = savedBy(one, other)
      if (saved > 0) pairs.push({ one, other, saved })
    }
    files.add(one)
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

/** How many bytes fewer all pages together load when the two share a file. */
function savedBy(one: Part, other: Part): number {
  const loaded = (pages: Pages, bytes: number) => count(pages) * (bytes + bytes_of_a_file)
  return (
    loaded(one.pages, one.bytes) +
    loaded(other.pages, other.bytes) -
    loaded(one.pages | other.pages, one.bytes + other.bytes)
  )
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

function count(pages: Pages): number {
  return pages.toString(2).replaceAll('0', '').length
}
