/** Adding and changing a store. Apart from its list, which is also a filter of many pages. */
import * as z from 'zod/mini'
import { calls, write } from '#contract/call.ts'
import { optional, phone } from '#contract/fields.ts'
import { storeTab } from '#features/settings/pages.contract.ts'
import { baseStorePage } from '#features/tickets/pages.contract.ts'
import { BaseStore, BaseStoreRecord, stations } from './base-store.contract.ts'

const sentPhone = { phone_int: optional(phone('Số điện thoại')) }

const BaseStoreDraft = z.object({
  ...BaseStoreRecord.Draft.shape,
  ...sentPhone,
  area_ids: z.prefault(stations(), []),
})

/** Fields that are left out are not changed. */
const BaseStoreChange = z.object({
  ...BaseStoreRecord.Change.shape,
  ...sentPhone,
  area_ids: z.optional(stations()),
})

export const baseStoreChange = calls('cms', {
  add: write('POST base_store/add', {
    title: 'Thêm kho',
    may: baseStorePage.add,
    input: BaseStoreDraft,
    output: BaseStore,
    errors: ['base_store_exists', 'draw_station_assigned', 'no_right'],
  }),
  update: write('POST config/base_store/update', {
    title: 'Sửa kho',
    may: [baseStorePage.update, ...storeTab.update],
    input: BaseStoreChange,
    output: BaseStore,
    errors: ['base_store_exists', 'draw_station_assigned', 'no_right', ...BaseStoreRecord.conflicts],
  }),
})
