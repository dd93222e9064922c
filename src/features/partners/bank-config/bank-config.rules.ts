/** Who decides that customers are told a new or changed deposit account. */
import type { Refusal } from '#contract/errors.ts'
import { whyNotSecondPerson, type Decider } from '#contract/person.ts'

interface Account {
  bank_id: number
  account_number: string
  account_name: string
}

interface UnconfirmedAccount {
  /** Who added the account, or changed where its money goes; null once another person has confirmed it. */
  unconfirmed_by: number | null
  needs_second: boolean
}

/** Why this person cannot confirm the account; null when they can. */
export function whyNotConfirm(
  { unconfirmed_by, needs_second }: UnconfirmedAccount,
  me: Decider,
): Refusal<'action_invalid' | 'no_right'> | null {
  if (unconfirmed_by === null) return { error: 'action_invalid', message: 'Tài khoản này không chờ xác nhận.' }
  if (!needs_second) return null
  const self_message = 'Người thêm hoặc đổi tài khoản không được tự xác nhận: cần người khác xác nhận.'
  const message = whyNotSecondPerson(unconfirmed_by, me, self_message)
  return message ? { error: 'no_right', message } : null
}

/** Whether the change sends the money elsewhere. */
export function changesAccount(
  before: Account,
  change: { [name in keyof Account]?: Account[name] | undefined },
): boolean {
  return (['bank_id', 'account_number', 'account_name'] as const).some(
    (name) => change[name] !== undefined && change[name] !== before[name],
  )
}
