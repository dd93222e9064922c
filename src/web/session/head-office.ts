import { isHeadOffice } from '#contract/person.ts'
import { useRights } from './rights.ts'

/** Why the signed-in person may not change what concerns the whole business; null for people of the head office. */
export function useWhyNotHeadOffice(): string | null {
  const { me } = useRights()
  return isHeadOffice(me) ? null : 'Chỉ trụ sở chính được thay đổi.'
}
