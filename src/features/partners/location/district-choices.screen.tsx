import { choicesOf } from '#web/choices/choice-source.ts'
import { location } from './location.contract.ts'

/** Choices of a province and then its district, for forms and filters. */
export const districtChoices = {
  province_id: choicesOf(location.province, (row) => ({ value: row.province_id, label: row.province_name })),
  district_id: choicesOf(location.district, (row) => ({ value: row.district_id, label: row.district_name }), {
    by: 'province_id',
  }),
}
