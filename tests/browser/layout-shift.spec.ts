// Nothing moves under a person's finger while a screen's answers arrive late and in another order.
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { scatterAnswers, shiftsOf, watchShifts } from './shifts.ts'

/** A share of the window of which nobody takes notice. */
const hardly_anything = 0.02

const tried = 'Thử ngay với dữ liệu mẫu'
const pager = 'Bản ghi'

/** Screens of every kind, each with a text that is there once its answers are. */
const screens_by_size = [
  {
    size: { width: 1_440, height: 900 },
    screens: [
      ['/', tried],
      ['/doanh-so-xskt', 'Tổng cộng'],
      ['/bc-ve-ton-xskt', 'Tổng cộng'],
      ['/quan-ly-nhom-khach-hang/1/danh-sach-phi', pager],
    ],
  },
  {
    size: { width: 390, height: 844 },
    screens: [
      ['/', tried],
      // Tabs with counts, a list without rows, pictures, a chart above the rows, words about the rows above them.
      ['/tai-khoan', pager],
      ['/cong-viec-nen', 'Chưa có việc thất bại nào'],
      ['/cau-hinh-banner', pager],
      ['/thong-ke-theo-nhom-diem-ban-sxdt', pager],
      ['/kho-the-tra-truoc', pager],
    ],
  },
] as const

for (const { size, screens } of screens_by_size) {
  test(`nothing moves while the answers of a screen arrive, ${size.width} px`, async ({ page }) => {
    await signIn(page, 'admin', admin_password)
    await page.setViewportSize(size)
    await watchShifts(page)
    const settled = await scatterAnswers(page)
    const moved: [string, number][] = []
    for (const [address, last_text] of screens) {
      await page.goto(address)
      await expect(page.getByText(last_text).first()).toBeVisible()
      await settled()
      const share = await shiftsOf(page)
      if (share >= hardly_anything) moved.push([address, share])
    }
    expect(moved).toEqual([])
  })
}
