/** The names of the area's tables in the audit log. */
import type { AuditedArea } from '#contract/audited.ts'
import { prizeTab } from '#features/settings/pages.contract.ts'
import { ClosedDay } from '#features/tickets/draw-area/draw-area.contract.ts'
import { PrizeTable } from '#features/results/prize-table/prize-table.contract.ts'
import { periodPage, resultPage } from './pages.contract.ts'
import { Period } from './period/period.contract.ts'
import { Result } from './result/draw-result.contract.ts'

export const resultRecords: AuditedArea = {
  tables: {
    draw_period: {
      title: 'Kỳ quay',
      row: Period,
      shown: { may: [periodPage.view], key: 'period_id' },
      naming: { key: 'period_id', column: 'period_code', is_large: true },
    },
    draw_result: {
      title: 'Kết quả',
      row: Result,
      shown: { may: [resultPage.view], key: 'result_id' },
      opened: { page: resultPage, key: 'result' },
    },
    game: { title: 'Lịch quay của trò chơi' },
    game_closed_day: { title: 'Ngày nghỉ của trò chơi', row: ClosedDay },
    category: { title: 'Sản phẩm' },
    prize_table: { title: 'Bảng giải thưởng', row: PrizeTable, opened: { page: prizeTab } },
    prize_tax: { title: 'Thuế trúng thưởng' },
    feed_report: { title: 'Kết quả nguồn báo' },
  },
  columns: {
    period_id: { kind: 'id', label: 'Kỳ quay' },
    numbers: { kind: 'secret', label: 'Bộ số' },
    published: { kind: 'secret', label: 'Kết quả đã công bố' },
    category_code: { kind: 'text', label: 'Mã loại vé' },
    category_name: { kind: 'text', label: 'Loại vé' },
    line: { kind: 'text', label: 'Dòng sản phẩm' },
    price_unit: { kind: 'money', label: 'Mệnh giá thường dùng' },
    face_values: { kind: 'list', label: 'Các mệnh giá' },
    second_entry: { kind: 'text', label: 'Lần nhập lại' },
    reopened_by: { kind: 'id', label: 'Người mở lại' },
    reopened_at: { kind: 'moment', label: 'Mở lại lúc' },
    category: { kind: 'id', label: 'Sản phẩm' },
    anchor_at: { kind: 'moment', label: 'Giờ quay của kỳ mốc' },
    anchor_number: { kind: 'count', label: 'Số của kỳ mốc' },
    every_minutes: { kind: 'count', label: 'Số phút giữa hai kỳ' },
    first_draw: { kind: 'time', label: 'Kỳ đầu trong ngày' },
    last_draw: { kind: 'time', label: 'Kỳ cuối trong ngày' },
    number_digits: { kind: 'count', label: 'Số chữ số của mã kỳ' },
    open_seconds: { kind: 'count', label: 'Mở bán trước giờ quay (giây)' },
    stop_seconds: { kind: 'count', label: 'Ngừng nhận trước giờ quay (giây)' },
    print_seconds: { kind: 'count', label: 'Hết giờ in trước giờ quay (giây)' },
    weekdays: { kind: 'list', label: 'Ngày quay trong tuần' },
    commission_rate: { kind: 'rate', label: 'Hoa hồng' },
    status: { kind: 'text', label: 'Trạng thái' },
    amounts: { kind: 'text', label: 'Giá trị các giải' },
    flags: { kind: 'text', label: 'Quy tắc của bảng giải' },
    effective_from: { kind: 'day', label: 'Hiệu lực từ' },
    law: { kind: 'text', label: 'Căn cứ pháp lý' },
    per: { kind: 'text', label: 'Tính theo' },
    rate: { kind: 'rate', label: 'Thuế suất' },
    threshold: { kind: 'money', label: 'Ngưỡng chịu thuế' },
    dismiss_reason: { kind: 'note', label: 'Lý do bỏ qua' },
    dismissed_at: { kind: 'moment', label: 'Bỏ qua lúc' },
    dismissed_by: { kind: 'id', label: 'Người bỏ qua' },
    received_at: { kind: 'moment', label: 'Nhận lúc' },
    report_id: { kind: 'id', label: 'Kết quả nguồn báo' },
    source: { kind: 'text', label: 'Nguồn' },
  },
}
