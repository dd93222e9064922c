/** The sample's groups: the rights of each kind of work. */
import { sql } from 'kysely'
import type { Role } from '#contract/page.ts'
import type { Db } from '#server/database/transaction.ts'

/** Reports that everyone who works with figures may read. */
const reports: Record<string, Role[]> = {
  '/doanh-so-xskt': [1, 6],
  '/doanh-so-xsdt': [1, 6],
  '/bc-ve-ton-xskt': [1, 6],
  '/bc-ve-hoan-xskt': [1, 6],
  '/thong-ke-theo-gia-tri-don-sxdt': [1, 6],
  '/thong-ke-theo-loai-hinh-choi-xsdt': [1, 6],
  '/thong-ke-theo-nhom-diem-ban-sxdt': [1, 6],
}

/** The rights of each group, page → roles; 'all' is every role on every page. */
const groups: [name: string, description: string, rights: 'all' | Record<string, Role[]>, status?: 0 | 1][] = [
  ['Quản trị', 'Toàn quyền trên hệ thống, trừ tài khoản quản trị viên cao nhất', 'all'],
  [
    'Kho vé',
    'Nhập vé, quản lý tồn kho và hoàn vé tại các kho',
    {
      '/tai-khoan': [1],
      '/quan-ly-ve': [1, 2, 3, 6],
      '/quan-ly-ve-co-so': [1, 2, 3, 4, 6],
      '/ve-cho-duyet': [1],
      '/quan-ly-ve-cap-nguyen': [1, 2, 3, 4, 6],
      '/ve-cap-nguyen-cho-duyet': [1],
      '/hoan-ve': [1, 3, 6],
      '/ve-ton': [1, 6],
      '/lich-su-tinh-thuong-ve-ton': [1, 6],
      '/bao-cao-lich-su-kho-ve': [1, 6],
      '/danh-sach-ky': [1],
      '/danh-sach-ket-qua': [1],
      '/ket-qua-ky-gan-nhat': [1],
      '/ket-qua-mega-power': [1],
      '/lich-su-giao-dich': [1],
      '/doanh-so-xskt': [1, 6],
    },
  ],
  [
    'Duyệt vé',
    'Duyệt phiếu nhập vé và vé cặp nguyên của các kho',
    {
      '/ve-cho-duyet': [1, 5],
      '/ve-cap-nguyen-cho-duyet': [1, 5],
      '/hoan-ve': [1, 5],
      '/ve-ton': [1, 5],
      '/lich-su-tinh-thuong-ve-ton': [1],
      '/danh-sach-ky': [1],
      '/danh-sach-ket-qua': [1, 2, 3, 5],
      '/ket-qua-ky-gan-nhat': [1],
      '/ket-qua-mega-power': [1],
    },
  ],
  [
    'Kế toán',
    'Đối soát doanh số, ví và báo cáo tài chính',
    {
      '/chot-ngay': [1, 2, 3, 5, 6],
      '/tai-khoan': [1, 6],
      '/nhat-ky': [1, 6],
      '/doi-soat-dai-ly': [1, 2, 3, 6],
      '/quan-ly-ngan-hang-nap-tien': [1, 2, 3, 4, 6],
      '/quan-ly-ngan-hang-nhan-thuong': [1, 2, 3, 4, 6],
      '/tai-khoan-MBBank': [1, 6],
      '/danh-sach-tai-khoan-vi': [1, 5, 6],
      '/lich-su-giao-dich-vi': [1, 6],
      '/nap-tien-chuyen-khoan': [1, 2, 5, 6],
      '/yeu-cau-rut-tien-ve-tknh': [1, 5, 6],
      '/yeu-cau-rut-tien-ve-vi-momo': [1, 5, 6],
      '/lich-su-tra-thuong': [1, 3, 5, 6],
      '/nhan-thuong-tai-quay': [1, 2, 6],
      '/lo-tra-thuong': [1, 2, 3, 5, 6],
      '/lo-kiem-tra-tai-khoan': [1, 2, 3, 5, 6],
      '/kho-the-tra-truoc': [1, 2, 5, 6],
      '/tai-khoan-tra-thuong': [1, 3, 5, 6],
      '/lich-su-tai-khoan-tra-thuong': [1, 6],
      '/quan-ly-hinh-thuc-nhan-thuong': [1, 3],
      '/danh-sach-ky': [1],
      '/danh-sach-ket-qua': [1, 6],
      '/ket-qua-ky-gan-nhat': [1],
      '/ket-qua-mega-power': [1],
      '/lich-su-giao-dich': [1, 5, 6],
      '/lich-su-hoan-huy': [1, 6],
      ...reports,
    },
  ],
  [
    'Duyệt chi',
    'Duyệt trả thưởng, rút tiền và điều chỉnh số dư',
    {
      '/doi-soat-dai-ly': [1, 3, 5],
      '/chot-ngay': [1, 2, 3, 5, 6],
      '/nhat-ky': [1],
      '/lich-su-giao-dich': [1, 5],
      '/lich-su-hoan-huy': [1],
      '/danh-sach-tai-khoan-vi': [1, 5],
      '/lich-su-giao-dich-vi': [1],
      '/nap-tien-chuyen-khoan': [1, 5],
      '/yeu-cau-rut-tien-ve-tknh': [1, 5],
      '/yeu-cau-rut-tien-ve-vi-momo': [1, 5],
      '/lich-su-tra-thuong': [1, 3, 5, 6],
      '/nhan-thuong-tai-quay': [1, 2, 5, 6],
      '/lo-tra-thuong': [1, 2, 3, 5, 6],
      '/lo-kiem-tra-tai-khoan': [1, 2, 3, 5],
      '/kho-the-tra-truoc': [1],
      '/tai-khoan-tra-thuong': [1, 5],
      '/lich-su-tai-khoan-tra-thuong': [1],
      '/quan-ly-hinh-thuc-nhan-thuong': [1],
    },
  ],
  [
    'Chăm sóc khách hàng',
    'Tra cứu giao dịch, xử lý phản ánh của khách hàng',
    {
      '/tai-khoan': [1],
      '/cau-hinh-banner': [1],
      '/quan-ly-pos': [1],
      '/danh-sach-ky': [1],
      '/danh-sach-ket-qua': [1],
      '/ket-qua-ky-gan-nhat': [1],
      '/ket-qua-mega-power': [1],
      '/lich-su-giao-dich': [1, 3],
      '/giao-dich-truc-tuyen': [1],
      '/giao-dich-giu-ve': [1],
      '/lich-su-hoan-huy': [1],
      '/du-lieu-ca-nhan': [1, 2, 6],
      '/danh-sach-tai-khoan-vi': [1],
      '/lich-su-giao-dich-vi': [1],
      '/nap-tien-chuyen-khoan': [1],
      '/yeu-cau-rut-tien-ve-tknh': [1],
      '/yeu-cau-rut-tien-ve-vi-momo': [1],
      '/lich-su-tra-thuong': [1],
      '/lo-kiem-tra-tai-khoan': [1],
      '/kho-the-tra-truoc': [1],
      '/tai-khoan-tra-thuong': [1],
      '/lich-su-tai-khoan-tra-thuong': [1],
      '/quan-ly-hinh-thuc-nhan-thuong': [1],
    },
  ],
  [
    'Vận hành đại lý',
    'Quản lý điểm bán, tài khoản của đại lý mình',
    {
      '/tai-khoan': [1, 2, 3],
      '/quan-ly-pos': [1, 2, 3, 4, 6],
      '/quan-ly-dai-ly': [1, 6],
      '/doi-soat-dai-ly': [1, 3, 5, 6],
      '/danh-sach-ky': [1],
      '/danh-sach-ket-qua': [1],
      '/ket-qua-ky-gan-nhat': [1],
      '/ket-qua-mega-power': [1],
      '/lich-su-giao-dich': [1, 6],
      ...reports,
    },
  ],
  [
    'Xử lý đơn',
    'In vé của đơn trực tuyến, giữ vé và chụp ảnh vé cho khách',
    {
      '/danh-sach-ky': [1],
      '/danh-sach-ket-qua': [1, 2, 3, 6],
      '/ket-qua-ky-gan-nhat': [1],
      '/ket-qua-mega-power': [1],
      '/giao-dich-truc-tuyen': [1, 3, 5, 6],
      '/giao-dich-giu-ve': [1, 3, 5, 6],
      '/lich-su-giao-dich': [1, 3],
      '/lich-su-hoan-huy': [1],
    },
  ],
  [
    'Kiểm soát nội bộ',
    'Xem nhật ký, tài khoản và phân quyền',
    {
      '/tai-khoan': [1, 6],
      '/nhom-nguoi-dung': [1, 6],
      '/nhat-ky': [1, 6],
      '/lich-su-giao-dich': [1, 6],
      '/lich-su-hoan-huy': [1, 6],
    },
  ],
  [
    'Biên tập nội dung',
    'Soạn bài viết, banner và thông báo',
    {
      '/cau-hinh-banner': [1, 2, 3, 4, 6],
      '/quan-ly-thong-bao-webview': [1, 2, 3, 4, 6],
      '/dieu-khoan-huong-dan-choi': [1, 2, 3, 4, 6],
      '/danh-sach-bai-viet': [1, 2, 3, 4, 6],
      '/cau-hinh-link-keno-truc-tuyen': [1, 2, 3, 4, 6],
      '/lich-bao-tri': [1, 2, 3, 4, 6],
      '/danh-muc-mon-an': [1, 2, 3, 4, 6],
      '/danh-sach-mon-an': [1, 2, 3, 4, 6],
      '/danh-sach-luat-top-food': [1, 2, 3, 4, 6],
    },
    0,
  ],
]

/** Adds the groups; returns their ids by name. */
export async function addGroups(db: Db): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const [group_name, description, rights, status = 1] of groups) {
    const { group_id } = await db
      .insertInto('user_group')
      .values({ group_name, description, status })
      .returning('group_id')
      .executeTakeFirstOrThrow()
    ids.set(group_name, group_id)
    const chosen_rights =
      rights === 'all' ? null : Object.entries(rights).flatMap(([url, roles]) => roles.map((role) => `${url}#${role}`))
    await sql`insert into group_page (group_id, page_id, role_id)
      select ${group_id}::integer, page_id, role_id from page_role join page using (page_id)
      where in_use and not for_everyone and (${chosen_rights}::text[] is null or page_url || '#' || role_id = any (${chosen_rights}::text[]))`.execute(
      db,
    )
  }
  return ids
}
