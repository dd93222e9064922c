import { choicesOf } from '#web/choices/choice-source.ts'
import { tag } from './tag.contract.ts'

/** All tags as choices; sub-tags are shown with their parent. */
export const tagChoices = choicesOf(tag.list, (row) => ({
  value: row.id,
  label: row.tag_name,
  ...(row.parent_name !== null && { detail: row.parent_name }),
}))
