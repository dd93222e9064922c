import { max_bulk_rows, type AnswerOf, type InputOf } from '#contract/call.ts'
import { dayText } from '#web/value/format.ts'
import { today } from '#web/ui/date/date-text.ts'
import type { accountCheck } from './account-check.contract.ts'

type Input = InputOf<typeof accountCheck.create>
type Answer = AnswerOf<typeof accountCheck.create>
export type Batch = Answer['batch']

export const defaultName = () => `Kiểm tra ngày ${dayText(today())}`

/** Sends a long list in parts into one batch, which the first part creates unless it is given. An account that is in the batch is not added again. */
export async function sendPieces(
  send: (input: Input) => Promise<Answer>,
  { name, rows, batch_id }: Pick<Input, 'name' | 'rows' | 'batch_id'>,
  onSent: (batch: Batch) => void,
): Promise<Batch> {
  let batch: Batch | null = null
  for (let from = 0; from < rows.length; from += max_bulk_rows) {
    const answer = await send({
      name,
      rows: rows.slice(from, from + max_bulk_rows),
      batch_id: batch?.batch_id ?? batch_id ?? null,
    })
    batch = answer.batch
    onSent(batch)
    const [refused] = answer.refused
    if (refused) throw new Error(`${refused.error} ${refused.fix}.`)
  }
  return batch!
}
