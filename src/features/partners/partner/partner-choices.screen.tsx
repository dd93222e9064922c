import { choicesOf } from '#web/use-choices.ts'
import { partner } from './partner.contract.ts'

/** The agent, in a form or among filters. */
export const partners = choicesOf(
  partner.list,
  (row) => ({ value: row.partner_id, label: row.partner_name, detail: row.partner_code }),
  { key: 'only_id' },
)
