/**
 * The files of a closing: created when the day is closed and kept forever, with their digests in the audit log; before that, a draft.
 * unscoped: of the whole business; only the head office may make the calls
 */
import { createHash } from 'node:crypto'
import { pdfOf } from '#server/paper/pdf.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Context } from '#server/serve.ts'
import { isHeadOffice } from '#contract/person.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import { xlsx_type } from '#contract/sheet/workbook-parts.ts'
import { closing_columns, closingPaper, closingRows } from './closing-paper.rules.ts'
import { closeStatus, type dayClose, type DayCloseFull } from './day-close.contract.ts'
import { findClosing } from './day-close.query.server.ts'

const formats = ['pdf', 'xlsx'] as const
type Format = (typeof formats)[number]
const types: Record<Format, string> = { pdf: 'application/pdf', xlsx: xlsx_type }

async function bytesOf(closing: DayCloseFull, format: Format): Promise<Buffer> {
  if (format === 'pdf') return pdfOf(closingPaper(closing), closing.second_at ?? closing.prepared_at)
  const book = new WorkbookWriter(closing_columns)
  await book.add(closingRows(closing))
  return Buffer.from(await (await book.finish()).arrayBuffer())
}

/** Stores both files of a closing that has just become final, with their digests in the closing and therefore in the audit log. */
export async function storeFiles(db: Db, closing: DayCloseFull, event_id: number): Promise<void> {
  const digests: Partial<Record<`${Format}_digest`, string>> = {}
  for (const format of formats) {
    const bytes = await bytesOf(closing, format)
    const digest = createHash('sha256').update(bytes).digest('hex')
    await db.insertInto('day_close_file').values({ event_id, format, bytes, digest }).execute()
    digests[`${format}_digest`] = digest
  }
  await db.updateTable('day_close').set(digests).where('day', '=', closing.day).execute()
}

export async function sendFile({ db, me, input, request, fail }: Context<typeof dayClose.file>): Promise<null> {
  const { day, format } = input
  const closing = (isHeadOffice(me) ? await findClosing(db, day) : null) ?? fail('not_found')
  const is_closed = closing.status === closeStatus.closed
  const storedFile = is_closed
    ? await db
        .selectFrom('day_close_file as f')
        .innerJoin('day_close_event as e', 'e.event_id', 'f.event_id')
        .select('f.bytes')
        .where('e.day', '=', day)
        .where('f.format', '=', format)
        .orderBy('f.event_id', 'desc')
        .limit(1)
        .executeTakeFirst()
    : undefined
  // Days that were closed before files were stored have none.
  const bytes = storedFile?.bytes ?? (await bytesOf(closing, format))
  await request.send({
    name: `chot-ngay-${day}${is_closed ? '' : '-nhap'}.${format}`,
    type: types[format],
    bytes: (async function* whole() {
      yield bytes
    })(),
  })
  return null
}
