/** Reads the pages of a list call one after the other, in the export's worker. */
import type { ReportStamp } from '#contract/sheet/report-foot.ts'

/** A list call as plain data, which can be posted to a worker. */
export interface PageSource {
  method: string
  url: string
  /** Filters, sort and channel, encoded as for the request. */
  input: Record<string, unknown>
  /** Maximum rows of an answer. */
  page_size: number
  /** Whether the call counts its rows apart: then only the first page is asked for with its count. Reports have no such parts. */
  has_parts: boolean
  token: string | null
}

export interface RowPage {
  items: Record<string, unknown>[]
  /** The number of all rows, on the first page; null on the others. */
  total: number | null
  capped: boolean
  /** The days, time and sums of a report, which stand on every page. */
  stamp?: ReportStamp | undefined
}

/** A page could not be read. `code` is null where no answer of our server arrived. */
export class PageFailure extends Error {
  readonly code: number | null
  readonly transid: string

  constructor(message: string, code: number | null, transid: string) {
    super(message)
    this.code = code
    this.transid = transid
  }
}

const max_attempts = 4
const timeout_ms = 60_000
const first_pause_ms = 500
/** The longest pause that the server may ask for by Retry-After. */
const max_pause_s = 30

interface Envelope {
  error: { code: number; message: string }
  data: { items: Record<string, unknown>[]; total?: number; total_capped?: boolean } & Partial<ReportStamp>
}

/** Yields all pages. The next page is requested while one is being written; only the first request counts the rows. */
export async function* readPages(source: PageSource, newTransid: () => string): AsyncGenerator<RowPage> {
  const read = (page: number) => {
    const answer = readPage(source, page, newTransid)
    // The promise is awaited later; without this a failure before that would count as unhandled.
    answer.catch(() => undefined)
    return answer
  }
  let nextPage = read(1)
  let total: number | null = null
  for (let number = 1, row_count = 0; ; number++) {
    const page = await nextPage
    if (number === 1 && !page.capped) total = page.total
    row_count += page.items.length
    const isLastPage = page.items.length < source.page_size || (total !== null && row_count >= total)
    if (!isLastPage) nextPage = read(number + 1)
    yield page
    if (isLastPage) return
  }
}

/** One page, with retries where no answer arrived or the server was busy. */
export async function readPage(source: PageSource, page: number, newTransid: () => string): Promise<RowPage> {
  for (let attempt = 1; ; attempt++) {
    const transid = newTransid()
    try {
      const part = page === 1 || !source.has_parts ? null : { part: 'rows' }
      const response = await request(source, { page_index: page, page_size: source.page_size, transid, ...part })
      if (response.status >= 500 || response.status === 429) {
        if (attempt < max_attempts) {
          await pause(pauseOf(response, attempt))
          continue
        }
      }
      return await readAnswer(response, transid)
    } catch (error) {
      if (error instanceof PageFailure || attempt === max_attempts) throw failureOf(error, transid)
      await pause(first_pause_ms * attempt)
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
    signal: AbortSignal.timeout(timeout_ms),
  })
}

async function readAnswer(response: Response, transid: string): Promise<RowPage> {
  const { error, data } = (await response.json()) as Envelope
  if (error.code !== 0) throw new PageFailure(error.message, error.code, transid)
  const stamp = data.as_of && data.sums ? (data as ReportStamp) : undefined
  return { items: data.items, total: data.total ?? null, capped: data.total_capped ?? false, stamp }
}

function failureOf(error: unknown, transid: string): PageFailure {
  return error instanceof PageFailure ? error : new PageFailure('', null, transid)
}

/** The server's Retry-After within limits, else a pause that doubles with each attempt. */
function pauseOf(response: Response, attempt: number): number {
  const wait_s = Number(response.headers.get('retry-after')) || 0
  return Math.min(wait_s, max_pause_s) * 1000 || first_pause_ms * 2 ** attempt
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** In how many rows of a page the last row of the previous page is searched; it reappears when rows were inserted before it. */
const compared_rows = 20

/**
 * Detects that the rows changed while their pages were read: a row appears again on the next page, the count differs at the end, or, where the
 * count is capped, the first page differs. For reports the sums of all pages must be equal. It only detects; no rows are dropped.
 */
export class ChangeWatch {
  #first: RowPage | null = null
  #last_row = ''
  #changed = false

  /** Must be called with every page. */
  see(page: RowPage): void {
    this.#first ??= page
    this.#changed ||= JSON.stringify(page.stamp?.sums) !== JSON.stringify(this.#first.stamp?.sums)
    this.#changed ||= page.items.slice(0, compared_rows).some((row) => JSON.stringify(row) === this.#last_row)
    this.#last_row = JSON.stringify(page.items.at(-1) ?? '')
  }

  /** Whether the rows changed; `rows` is the number read. */
  async end(rows: number, readFirst: () => Promise<RowPage>): Promise<boolean> {
    const firstPage = this.#first
    if (this.#changed || firstPage === null) return this.#changed
    if (!firstPage.capped && firstPage.total !== rows) return true
    // A single page is consistent in itself.
    if (rows <= firstPage.items.length && !firstPage.capped) return false
    if (firstPage.stamp) return false
    const repeatedPage = await readFirst()
    if (firstPage.capped) return JSON.stringify(repeatedPage.items) !== JSON.stringify(firstPage.items)
    return repeatedPage.total !== firstPage.total
  }
}
