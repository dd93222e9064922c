import { maxPageRows, type Call } from '#contract/call.ts'
import { shapeOf } from '#contract/schema.ts'
import { channel, toQuery } from '#contract/wire.ts'
import { fillPath } from '#web/call/send.ts'
import { token } from '#web/session/session.ts'
import type { PageSource } from './export-pages.ts'

/** The list call as the export's worker makes it. @param input filters and sort; the page parameters are ignored */
export function pageSourceOf(call: Call, input: Record<string, unknown>): PageSource {
  const { page_index: _, page_size: __, ...filters } = input
  const { url, rest } = fillPath(call, { ...filters, channel })
  return {
    method: call.method,
    url,
    input: call.method === 'GET' ? Object.fromEntries(toQuery(rest)) : rest,
    page_size: maxPageRows(call),
    has_parts: 'part' in shapeOf(call.input),
    token: token(),
  }
}
