/** Whether the settings of the feed are complete, and who may confirm them. */
import { whyNotSecondPerson, type Decider } from '#contract/person.ts'
import type { Refusal } from '#contract/errors.ts'
import { confirmBy, type KenoResultRow } from './keno-result.contract.ts'

type FeedSettings = Pick<
  KenoResultRow,
  'status' | 'first_url' | 'second_url' | 'confirm_by' | 'first_has_key' | 'second_has_key'
>

/** Errors by field that prevent fetching and confirming results by these settings. */
export function missingFields(settings: FeedSettings): Record<string, string> {
  const { status, first_url, second_url, confirm_by, first_has_key, second_has_key } = settings
  const needs_two_sources = confirm_by === confirmBy.two_sources
  const missing: Record<string, string> = {}
  if (status === 1 && first_url == null) missing.first_url = 'Cần địa chỉ để nhận kết quả'
  if (first_url != null && !first_has_key) missing.first_key = 'Cần khóa của nguồn này'
  if (status === 1 && needs_two_sources && second_url == null) missing.second_url = 'Cần nguồn thứ hai để đối chiếu'
  if (second_url != null && !second_has_key) missing.second_key = 'Cần khóa của nguồn này'
  // The same source twice would always agree with itself.
  if (second_url != null && second_url === first_url) missing.second_url = 'Phải khác nguồn chính'
  return missing
}

/** Why this person cannot confirm the settings; null when they can. */
export function whyNotConfirm(
  { confirmed_at, updated_by, editors }: Pick<KenoResultRow, 'confirmed_at' | 'updated_by' | 'editors'>,
  me: Decider,
): Refusal<'action_invalid' | 'no_right'> | null {
  if (confirmed_at !== null) return { error: 'action_invalid', message: 'Cấu hình đã được xác nhận.' }
  const messages = [updated_by, ...editors].map((editor) =>
    whyNotSecondPerson(editor, me, 'Người sửa cấu hình không được tự xác nhận.'),
  )
  const message = messages.find((candidate) => candidate !== null)
  return message ? { error: 'no_right', message } : null
}
