import { choicesOf } from '#web/list/use-choices.ts'
import { tag } from './tag.contract.ts'

/** Every tag, those of the second level with the one above. */
export const tagChoices = choicesOf(tag.list, (row) => ({
  value: row.id,
  label: row.tag_name,
  ...(row.parent_name !== null && { detail: row.parent_name }),
}))
