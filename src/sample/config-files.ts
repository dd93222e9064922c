/** The sample's terms and guides, with versions published in the past weeks and a draft. */
import { sql } from 'kysely'
import configFile from '#features/content/config-file/config-file.server.ts'
import { configFile as files } from '#features/content/config-file/config-file.contract.ts'
import type { InputOf } from '#contract/call.ts'
import type { Db } from '#server/database/transaction.ts'
import { actAs, type SamplePerson } from './act.ts'

interface Text {
  type: InputOf<typeof files.add>['type']
  title: string
  /** Oldest first, each with its publication in days before today; null for a draft. */
  versions: readonly [days_ago: number | null, content: string][]
}

const accounts = `<h2>1. Tài khoản</h2>
<p>1.1. Mỗi số điện thoại có một tài khoản. Khách đủ <strong>18 tuổi</strong> mới được mua vé.</p>
<p>1.2. Khách giữ bí mật mã OTP. Nhân viên không bao giờ hỏi mã này.</p>
<h2>2. Đặt vé</h2>
<p>2.1. Đơn được nhận tới giờ ngừng nhận của từng kỳ, tính theo giờ máy chủ.</p>
<p>2.2. Đơn chưa thanh toán sau 10 phút bị hủy, vé trở lại kho.</p>
<h2>3. Thanh toán</h2>
<ul><li><p>Ví trong ứng dụng</p></li><li><p>MoMo, ngân hàng</p></li><li><p>Tiền mặt tại điểm bán</p></li></ul>`

const terms = (prizes: string, keeping: string) => `${accounts}
<h2>4. Lĩnh thưởng</h2>
${prizes}
<h2>5. Giữ hộ vé</h2>
<p>5.1. Cửa hàng giữ vé giấy và gửi ảnh vé cho khách trong 15 phút sau khi thanh toán.</p>
${keeping}
<p>5.3. Vé rách hoặc thất lạc khi đang giữ hộ được đền bằng vé cùng dãy số hoặc hoàn tiền.</p>
<h2>6. Khiếu nại</h2>
<p>Gọi <strong>1900 0000</strong> trong 24 giờ sau giờ quay. Mọi khiếu nại được trả lời trong 3 ngày làm việc.</p>`

const texts: readonly Text[] = [
  {
    type: 'terms',
    title: 'Điều khoản sử dụng',
    versions: [
      [
        140,
        terms(
          '<p>4.1. Thời hạn lĩnh thưởng là <strong>30 ngày</strong> kể từ ngày mở thưởng.</p>',
          '<p>5.2. Phí giữ hộ 5% giá trị đơn.</p>',
        ),
      ],
      [
        60,
        terms(
          `<p>4.1. Thời hạn lĩnh thưởng vé xổ số kiến thiết là <strong>30 ngày</strong> kể từ ngày mở thưởng; vé Vietlott là <strong>60 ngày</strong>.</p>
<p>4.2. Phần tiền thưởng vượt 10.000.000 đồng chịu thuế thu nhập cá nhân 10%.</p>
<p>4.3. Giải tới 10.000.000 đồng được trả trong ngày làm việc kế tiếp vào ví. Giải lớn hơn nhận tại quầy, cần vé nguyên vẹn và căn cước.</p>`,
          '<p>5.2. Phí giữ hộ 3% giá trị đơn.</p>',
        ),
      ],
      [
        null,
        terms(
          `<p>4.1. Thời hạn lĩnh thưởng vé xổ số kiến thiết là <strong>30 ngày</strong> kể từ ngày mở thưởng; vé Vietlott là <strong>60 ngày</strong>. Quá thời hạn, vé không còn giá trị lĩnh thưởng.</p>
<p>4.2. Phần tiền thưởng vượt 20.000.000 đồng của mỗi lần trúng chịu thuế thu nhập cá nhân 10%.</p>
<p>4.3. Giải tới 10.000.000 đồng được trả tự động ngay khi có kết quả vào ví. Giải lớn hơn nhận tại quầy, cần vé nguyên vẹn và căn cước.</p>`,
          '<p>5.2. Miễn phí giữ hộ cho mọi đơn.</p>',
        ),
      ],
    ],
  },
  {
    type: 'privacy',
    title: 'Chính sách bảo mật',
    versions: [
      [
        140,
        '<h2>Dữ liệu được lưu</h2><p>Số điện thoại, họ tên, lịch sử mua vé và giao dịch ví.</p><h2>Thời hạn</h2><p>Lưu 10 năm theo quy định về chứng từ kế toán.</p>',
      ],
    ],
  },
  {
    type: 'guide',
    title: 'Cách chơi Mega 6/45',
    versions: [
      [
        90,
        '<h2>Chọn số</h2><p>Chọn 6 số từ <strong>01</strong> đến <strong>45</strong>, hoặc để máy chọn. Mỗi bộ số 10.000 đ, mỗi vé tối đa 6 bộ.</p><h2>Giờ quay</h2><p>18:00 thứ Tư, thứ Sáu và Chủ nhật. Nhận đơn tới 17:45.</p><h2>Trúng thưởng</h2><table><tbody><tr><th><p>Giải</p></th><th><p>Trùng</p></th><th><p>Tiền thưởng</p></th></tr><tr><td><p>Jackpot</p></td><td><p>6 số</p></td><td><p>từ 12 tỷ đồng</p></td></tr><tr><td><p>Nhất</p></td><td><p>5 số</p></td><td><p>10.000.000 đ</p></td></tr><tr><td><p>Nhì</p></td><td><p>4 số</p></td><td><p>300.000 đ</p></td></tr><tr><td><p>Ba</p></td><td><p>3 số</p></td><td><p>30.000 đ</p></td></tr></tbody></table>',
      ],
    ],
  },
  {
    type: 'prize',
    title: 'Lĩnh thưởng tại quầy',
    versions: [
      [null, '<h2>Cần mang theo</h2><ul><li><p>Vé giấy nguyên vẹn</p></li><li><p>Căn cước còn hạn</p></li></ul>'],
    ],
  },
]

/**
 * Adds the terms and guides with their versions in the name of `person`; publication times of older versions are moved
 * back.
 */
export async function addConfigFiles(db: Db, person: SamplePerson): Promise<void> {
  const act = actAs(db, configFile, person)
  for (const { type, title, versions } of texts) {
    const { config_file_id } = await act(files.add, { type, title })
    for (const [days_ago, content] of versions) {
      const { draft } = await act(files.update, { config_file_id, content })
      if (days_ago === null) continue
      // The call does not accept a publication time in the past, so it is set directly.
      await sql`update config_file_version set publish_at = date_trunc('day', now()) - make_interval(days => ${days_ago}::integer),
          published_by = ${person.user_id}
        where config_file_id = ${config_file_id} and number = ${draft!.number}`.execute(db)
    }
  }
}
