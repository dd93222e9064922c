import { choicesOf } from '#web/use-choices.ts'
import { location } from './location.contract.ts'

/** The province, and then its district, in a form or among filters. A province that was merged is found by its new name as well. */
export const places = {
  province_id: choicesOf(location.province, ({ province_id, province_name, province_now }) => ({
    value: province_id,
    label: province_name,
    ...(province_now !== province_name && { detail: `nay là ${province_now}` }),
  })),
  district_id: choicesOf(location.district, (row) => ({ value: row.district_id, label: row.district_name }), {
    by: 'province_id',
  }),
}
