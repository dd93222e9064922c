import { max_bulk_rows, type AnswerOf, type InputOf } from '#contract/call.ts'
import { dayText } from '#web/value/format.ts'
import { today } from '#web/ui/date/date-text.ts'
import type { accountCheck } from './account-check.contract.ts'

type Input = InputOf<typeof accountCheck.create>
type Answer = AnswerOf<typeof accountCheck.create>

export const defaultName = () => `Kiểm tra ngày ${dayText(today())}`

/** Sends a long list in parts into one batch. Parts that are sent again with the same transid are not added twice. */
export async function sendPieces(
  send: (input: Input, transid: string) => Promise<Answer>,
  { name, rows }: Pick<Input, 'name' | 'rows'>,
  intent: string,
): Promise<Answer['batch']> {
  let batch: Answer['batch'] | null = null
  for (let from = 0; from < rows.length; from += max_bulk_rows) {
    const piece = { name, rows: rows.slice(from, from + max_bulk_rows), ...(batch && { batch_id: batch.batch_id }) }
    const answer = await send(piece, `${intent}-${from}`)
    const [refused] = answer.refused
    if (refused) throw new Error(`${refused.error} ${refused.fix}.`)
    batch = answer.batch
  }
  return batch!
}
