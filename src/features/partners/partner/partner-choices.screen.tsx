import { choicesOf } from '#web/choices/choice-source.ts'
import { partner } from './partner.contract.ts'

/** Choices of a partner, for forms and filters. */
export const partnerChoices = choicesOf(
  partner.list,
  (row) => ({ value: row.partner_id, label: row.partner_name, detail: row.partner_code }),
  { key: 'only_id' },
)
