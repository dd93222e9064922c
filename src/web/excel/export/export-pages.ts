/** The pages of a list call, one after the other, as the export's worker asks for them. */
import type { Stamp } from './report-foot.ts'

/** A list call as plain data, so that it can be handed to a worker. */
export interface PageSource {
  method: string
  url: string
  /** The filters, the sort and the channel, as they travel. */
  input: Record<string, unknown>
  /** The most rows that one answer may have. */
  page_size: number
  token: string | null
}

export interface RowPage {
  items: Record<string, unknown>[]
  /** Of the whole set, as the first page tells it; null on the others. */
  total: number | null
  capped: boolean
  /** Of a report, on every page: its days, its moment and what is added up. */
  stamp?: Stamp | undefined
}

/** A page could not be read; without a `code`, no answer of ours came. */
export class PageFailure extends Error {
  readonly code: number | null
  readonly transid: string

  constructor(message: string, code: number | null, transid: string) {
    super(message)
    this.code = code
    this.transid = transid
  }
}

const tries = 4

interface Envelope {
  error: { code: number; message: string }
  data: { items: Record<string, unknown>[]; total?: number; total_capped?: boolean } & Partial<Stamp>
}

/** Every page up to the last. The next one is on its way while one is being written. Only the first counts the set. */
export async function* readPages(source: PageSource, newTransid: () => string): AsyncGenerator<RowPage> {
  const read = (page: number) => {
    const answer = readPage(source, page, newTransid)
    // Heard where the page is awaited, which may be later than its failure.
    answer.catch(() => undefined)
    return answer
  }
  let next = read(1)
  let total: number | null = null
  for (let number = 1, seen = 0; ; number++) {
    const page = await next
    if (number === 1 && !page.capped) total = page.total
    seen += page.items.length
    const last = page.items.length < source.page_size || (total !== null && seen >= total)
    if (!last) next = read(number + 1)
    yield page
    if (last) return
  }
}

/** One page; tried again where the answer did not come or the server was busy: it is a read, so asking twice does no harm. */
export async function readPage(source: PageSource, page: number, newTransid: () => string): Promise<RowPage> {
  for (let attempt = 1; ; attempt++) {
    const transid = newTransid()
    try {
      const part = page === 1 ? null : { part: 'rows' }
      const response = await request(source, { page_index: page, page_size: source.page_size, transid, ...part })
      if (response.status >= 500 || response.status === 429) {
        if (attempt < tries) {
          await pause(waitOf(response, attempt))
          continue
        }
      }
      return await readAnswer(response, transid)
    } catch (error) {
      if (error instanceof PageFailure || attempt === tries) throw failureOf(error, transid)
      await pause(500 * attempt)
    }
  }
}

function request(source: PageSource, paging: Record<string, string | number>): Promise<Response> {
  const { method, url, input, token } = source
  const in_query = method === 'GET'
  const values = { ...input, ...paging }
  const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return fetch(in_query ? `${url}?${query}` : url, {
    method,
    headers: {
      accept: 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(!in_query && { 'content-type': 'application/json' }),
    },
    body: in_query ? null : JSON.stringify(values),
    cache: 'no-store',
    credentials: 'same-origin',
    signal: AbortSignal.timeout(60_000),
  })
}

async function readAnswer(response: Response, transid: string): Promise<RowPage> {
  const { error, data } = (await response.json()) as Envelope
  if (error.code !== 0) throw new PageFailure(error.message, error.code, transid)
  const stamp = data.as_of && data.sums ? (data as Stamp) : undefined
  return { items: data.items, total: data.total ?? null, capped: data.total_capped ?? false, stamp }
}

function failureOf(error: unknown, transid: string): PageFailure {
  return error instanceof PageFailure ? error : new PageFailure('', null, transid)
}

/** As long as the server asks for, within reason; else longer with every try. */
function waitOf(response: Response, attempt: number): number {
  const wait_s = Number(response.headers.get('retry-after')) || 0
  return Math.min(wait_s, 30) * 1000 || 500 * 2 ** attempt
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How many rows may have come in between two pages to be noticed by the row that is pushed onto the next page. */
const looked_at = 20

/**
 * Notices that a set has changed while its pages were read one after the other: by a row that was pushed onto the next page, by what is
 * counted before and after, and where that is only a bound, by a first page that is not what it was. Of a report each page says what all
 * of it adds up to. Rows are never left out for it.
 */
export class ChangeWatch {
  #first: RowPage | null = null
  #last_row = ''
  #changed = false

  see(page: RowPage): void {
    this.#first ??= page
    this.#changed ||= JSON.stringify(page.stamp?.sums) !== JSON.stringify(this.#first.stamp?.sums)
    this.#changed ||= page.items.slice(0, looked_at).some((row) => JSON.stringify(row) === this.#last_row)
    this.#last_row = JSON.stringify(page.items.at(-1) ?? '')
  }

  async end(rows: number, readFirst: () => Promise<RowPage>): Promise<boolean> {
    const first = this.#first
    if (this.#changed || first === null) return this.#changed
    if (!first.capped && first.total !== rows) return true
    // One page is one look at one moment.
    if (rows <= first.items.length && !first.capped) return false
    if (first.stamp) return false
    const again = await readFirst()
    if (first.capped) return JSON.stringify(again.items) !== JSON.stringify(first.items)
    return again.total !== first.total
  }
}
