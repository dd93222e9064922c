/** The records of the customers' and the content's rooms, for tests that try the same on each of them. */
import { momentAt } from '#server/record/moment.ts'
import { banner } from '#features/content/banner/banner.contract.ts'
import { configFile } from '#features/content/config-file/config-file.contract.ts'
import { food } from '#features/content/food/food.contract.ts'
import { foodRule } from '#features/content/food-rule/food-rule.contract.ts'
import { link } from '#features/content/link/link.contract.ts'
import { maintenance } from '#features/content/maintenance/maintenance.contract.ts'
import { popup } from '#features/content/popup/popup.contract.ts'
import { post } from '#features/content/post/post.contract.ts'
import { tag } from '#features/content/tag/tag.contract.ts'
import { cashback } from '#features/customers/cashback/cashback.contract.ts'
import { groupVipFee } from '#features/customers/fee/fee.contract.ts'
import { groupType, groupVip } from '#features/customers/group-vip/group-vip.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import type { RoomRecord } from './room-record.ts'

const picture = (folder: string, n: number) => ({
  image_url: `/files/${folder}/anh-${String(n).padStart(16, '0')}.webp`,
  image_alt: 'Một bức ảnh',
})
const begun_at = Date.now()
/** The moment so many hours from now, the same however often it is asked. */
const inHours = (hours: number) => momentAt(begun_at + hours * 3_600_000)

export const customer_records = {
  'customer group': {
    key: 'group_vip_id',
    draft: (n) => ({ name: `Nhóm khách ${n}`, type: groupType.vip }),
    add: groupVip.add,
    change: (n) => ({ description: `Mô tả ${n}` }),
    update: groupVip.update,
    remove: groupVip.delete,
    duplicate: 'group_exists',
    missing: 'not_found',
  },
  'fee rule': {
    key: 'fee_id',
    draft: (n, { group_vip_id }) => ({
      group_vip_id,
      from_value: n * 1_000,
      to_value: n * 1_000 + 999,
      fee_fixed: 500,
    }),
    add: groupVipFee.add,
    change: (n) => ({ fee_fixed: 1_000 + n }),
    update: groupVipFee.update,
    duplicate: 'threshold_duplicate',
    missing: 'not_found',
  },
  cashback: {
    key: 'cashback_id',
    draft: (n) => ({
      name: `Chương trình ${n}`,
      start_at: inHours(n * 48 + 24),
      end_at: inHours(n * 48 + 48),
      rate: 100,
      most_per_order: 1_000,
      budget: 10_000,
    }),
    add: cashback.add,
    change: (n) => ({ budget: 20_000 + n }),
    update: cashback.update,
    duplicate: 'cashback_event_exists',
    missing: 'not_found',
  },
} satisfies Record<string, RoomRecord>

export const content_records = {
  banner: {
    key: 'banner_id',
    draft: (n) => ({ title: `Banner ${n}`, place: 'home_top', ...picture('banner', n), list_payment: [1, 2] }),
    add: banner.add,
    change: (n) => ({ title: `Banner đổi ${n}`, list_payment: [(n % 3) + 1] }),
    update: banner.update,
    remove: banner.delete,
    duplicate: 'file_exists',
    missing: 'not_found',
  },
  popup: {
    key: 'home_popup_id',
    draft: (n) => ({ title: `Thông báo ${n}`, content: '<p>Chào</p>', places: ['home'], list_payment: [1] }),
    add: popup.add,
    change: (n) => ({ title: `Thông báo đổi ${n}`, list_payment: [(n % 3) + 1] }),
    update: popup.update,
    remove: popup.delete,
    missing: 'not_found',
  },
  post: {
    key: 'id',
    draft: (n) => ({ title: `Bài ${n}`, content: '<p>Ngon</p>', ...picture('post', n) }),
    add: post.add,
    change: (n) => ({ title: `Bài đổi ${n}` }),
    update: post.update,
    remove: post.delete,
    missing: 'not_found',
  },
  'config file': {
    key: 'config_file_id',
    draft: (n) => ({ type: 'terms', title: `Điều khoản ${n}`, content: '<p>Một</p>' }),
    add: configFile.add,
    change: (n) => ({ content: `<p>Bản ${n}</p>` }),
    update: configFile.update,
    remove: configFile.delete,
    duplicate: 'config_file_exists',
    missing: 'not_found',
  },
  food: {
    key: 'id',
    draft: (n) => ({ food_name: `Món ${n}`, price: 40_000, ...picture('food', n) }),
    add: food.add,
    change: (n) => ({ price: 50_000 + n }),
    update: food.update,
    remove: food.delete,
    duplicate: 'food_exists',
    missing: 'not_found',
  },
  'food rule': {
    key: 'id',
    draft: (n) => ({ rule_name: `Luật ${n}`, post_weight: 1 }),
    add: foodRule.add,
    change: (n) => ({ list_size: (n % 50) + 1 }),
    update: foodRule.update,
    remove: foodRule.delete,
    duplicate: 'food_rule_exists',
    missing: 'not_found',
  },
  tag: {
    key: 'id',
    draft: (n) => ({ tag_name: `Danh mục ${n}` }),
    add: tag.add,
    change: (n) => ({ position: n }),
    update: tag.update,
    remove: tag.delete,
    duplicate: 'tag_exists',
    missing: 'not_found',
  },
  link: {
    key: 'link_id',
    draft: (n) => ({ link_name: `Keno ${n}`, category: product.keno, url: `https://veso.example/keno/${n}` }),
    add: link.add,
    change: (n) => ({ link_name: `Keno đổi ${n}` }),
    update: link.update,
    remove: link.delete,
    duplicate: 'link_exists',
    missing: 'not_found',
  },
  maintenance: {
    key: 'maintenance_id',
    draft: (n) => ({
      start_at: momentAt(Date.UTC(2040, 0, 1 + n)),
      end_at: momentAt(Date.UTC(2040, 0, 1 + n, 12)),
      content: 'Nâng cấp máy chủ',
    }),
    add: maintenance.add,
    change: (n) => ({ content: `Nâng cấp máy chủ ${n}` }),
    update: maintenance.update,
    remove: maintenance.delete,
    duplicate: 'maintenance_hits',
    missing: 'not_found',
  },
} satisfies Record<string, RoomRecord>
