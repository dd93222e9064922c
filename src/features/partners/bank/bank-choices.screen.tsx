import { choicesOf } from '#web/choices/choice-source.ts'
import { bank } from './bank.contract.ts'

/** The choices of a bank account's bank. */
export const banks = choicesOf(bank.list, (row) => ({
  value: row.bank_id,
  label: row.short_name,
  detail: row.bank_name,
}))
