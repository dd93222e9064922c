/** The area's tables as the audit log speaks of them. */
import type { AuditedArea } from '#contract/audited.ts'
import { Banner } from './banner/banner.contract.ts'
import { configFile, ConfigFileRecord } from './config-file/config-file.contract.ts'
import { Food } from './food/food.contract.ts'
import { FoodRule } from './food-rule/food-rule.contract.ts'
import { LinkRecord } from './link/link.contract.ts'
import { MaintenanceRecord } from './maintenance/maintenance.contract.ts'
import {
  bannerPage,
  configFilePage,
  foodPage,
  foodRulePage,
  linkPage,
  maintenancePage,
  popupPage,
  postPage,
  tagPage,
} from './pages.contract.ts'
import { Popup } from './popup/popup.contract.ts'
import { Post } from './post/post.contract.ts'
import { Tag, tag } from './tag/tag.contract.ts'

export const contentRecords: AuditedArea = {
  tables: {
    banner: {
      naming: { key: 'banner_id', column: 'title' },
      title: 'Banner',
      row: Banner,
      shown: { may: [bannerPage.view], key: 'banner_id', parts: [{ table: 'banner_vendor', position: 2 }] },
    },
    config_file: {
      title: 'Điều khoản và hướng dẫn',
      row: ConfigFileRecord.Row,
      shown: {
        may: [configFilePage.view],
        key: 'config_file_id',
        parts: [{ table: 'config_file_version', position: 1 }],
      },
      names: { list: configFile.list, key: 'config_file_id', name: 'title' },
    },
    config_file_version: { title: 'Bản của điều khoản' },
    banner_vendor: { title: 'Banner trên nguồn thanh toán' },
    link: {
      title: 'Link trực tuyến',
      row: LinkRecord.Row,
      shown: { may: [linkPage.view], key: 'link_id' },
      naming: { key: 'link_id', column: 'link_name' },
    },
    maintenance: {
      title: 'Lịch bảo trì',
      row: MaintenanceRecord.Row,
      shown: { may: [maintenancePage.view], key: 'maintenance_id' },
    },
    tag: {
      naming: { key: 'id', column: 'tag_name' },
      title: 'Danh mục món ăn',
      row: Tag,
      shown: { may: [tagPage.view], key: 'id' },
      names: { list: tag.list, key: 'id', name: 'tag_name' },
    },
    food: {
      naming: { key: 'id', column: 'food_name' },
      title: 'Món ăn',
      row: Food,
      shown: { may: [foodPage.view], key: 'id', parts: [{ table: 'food_tag', position: 1 }] },
    },
    home_popup: {
      naming: { key: 'home_popup_id', column: 'title' },
      title: 'Thông báo webview',
      row: Popup,
      shown: { may: [popupPage.view], key: 'home_popup_id', parts: [{ table: 'home_popup_vendor', position: 1 }] },
    },
    home_popup_vendor: { title: 'Thông báo trên nguồn thanh toán' },
    post: {
      naming: { key: 'id', column: 'title' },
      title: 'Bài viết',
      row: Post,
      shown: { may: [postPage.view], key: 'id', parts: [{ table: 'post_food', position: 1 }] },
    },
    post_food: { title: 'Món ăn của bài viết' },
    food_rule: {
      title: 'Luật top food',
      row: FoodRule,
      shown: { may: [foodRulePage.view], key: 'id', parts: [{ table: 'food_rule_tag', position: 1 }] },
    },
    food_rule_tag: { title: 'Danh mục của luật top food' },
    food_tag: { title: 'Danh mục của món ăn' },
    stored_file: { title: 'Tệp' },
  },
  columns: {
    banner_id: { kind: 'id', label: 'Banner' },
    config_file_id: { kind: 'id', label: 'Điều khoản' },
    number: { kind: 'id', label: 'Bản' },
    ask_consent: { kind: 'flag', label: 'Hỏi khách đồng ý lại' },
    restored_from: { kind: 'id', label: 'Lấy lại từ bản' },
    publish_at: { kind: 'moment', label: 'Công bố từ' },
    published_by: { kind: 'id', label: 'Người công bố' },
    link_id: { kind: 'id', label: 'Link' },
    maintenance_id: { kind: 'id', label: 'Lịch bảo trì' },
    tag_id: { kind: 'id', label: 'Danh mục' },
    home_popup_id: { kind: 'id', label: 'Thông báo' },
    post_id: { kind: 'id', label: 'Bài viết' },
    food_id: { kind: 'id', label: 'Món ăn' },
    food_rule_id: { kind: 'id', label: 'Luật top food' },
    is_top: { kind: 'flag', label: 'Cấp một' },
    parent_is_top: { kind: 'flag', label: 'Thuộc cấp một' },
    position: { kind: 'count', label: 'Thứ tự' },
    unused_since: { kind: 'moment', label: 'Không dùng từ' },
    path: { kind: 'text', label: 'Đường dẫn tệp' },
    media_type: { kind: 'text', label: 'Loại tệp' },
    bytes: { kind: 'count', label: 'Dung lượng (byte)' },
    width: { kind: 'count', label: 'Rộng' },
    height: { kind: 'count', label: 'Cao' },
    widths: { kind: 'list', label: 'Các cỡ đã tạo' },
    focus_x: { kind: 'count', label: 'Điểm chính, ngang (%)' },
    focus_y: { kind: 'count', label: 'Điểm chính, dọc (%)' },
  },
}
