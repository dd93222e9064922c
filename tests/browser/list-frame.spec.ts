// What stands around the rows of a list, the way past it by keyboard, and what a cell tells on hover.
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { shiftsOf, watchShifts } from './shifts.ts'

test('the totals come with the rows, be they a page or few, and do not move', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await watchShifts(page)
  for (const row_count of [20, 3]) {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/cms\/reward\/list\?.*part=rows/, async (route) => {
      await isAnswered
      const response = await route.fetch()
      const body = (await response.json()) as { data: { items: object[] } }
      await route.fulfill({ json: { ...body, data: { items: body.data.items.slice(0, row_count) } } })
    })
    await page.goto('/lich-su-tra-thuong')
    await expect(page.locator('main tbody tr[aria-hidden]').nth(19)).toBeAttached()
    const before = await shiftsOf(page)
    answer()
    await expect(page.getByRole('row', { name: /^Tổng cộng/ })).toContainText('đ')
    await expect(page.locator('main tbody tr[data-index]')).toHaveCount(row_count)
    expect((await shiftsOf(page)) - before, `${row_count} rows`).toBeLessThan(0.005)
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('a list without a search has its tools in the line of its export', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-nhom-khach-hang/1/danh-sach-phi')
  const middleOf = async (name: string) => {
    const { y, height } = (await page.getByRole('button', { name }).boundingBox())!
    return y + height / 2
  }
  const export_middle = await middleOf('Xuất file excel')
  for (const tool of ['Cột và mật độ', 'Tải lại'])
    expect(Math.abs((await middleOf(tool)) - export_middle), tool).toBeLessThanOrEqual(1)
})

test('a link before the tools of a list skips to its current row, where the arrow keys work', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/lich-su-tra-thuong')
  const heading = page.getByRole('heading', { level: 1 })
  const skip = page.getByRole('link', { name: 'Bỏ qua bộ lọc, đến bảng' })
  const rows = page.locator('main tbody tr[data-index]')
  await expect(rows.nth(1)).toBeVisible()
  await expect(skip).not.toBeInViewport()
  for (const row of [0, 1]) {
    await heading.focus()
    for (const name of ['Xuất vé trúng', 'Bảng kê thuế TNCN']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(rows.nth(row)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(row + 1)).toBeFocused()
  }
  await page.goto('/lich-su-tra-thuong?keyword=khongcogi')
  await expect(page.getByRole('button', { name: 'Xóa bộ lọc' }).first()).toBeVisible()
  await expect(rows).toHaveCount(0)
  await expect(skip).toHaveCount(0)
})

test('a cell whose text is cut off tells it on hover, and one whose text fits does not', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/tai-khoan?keyword=admin')
  const name = page.getByRole('cell', { name: 'Quản trị viên', exact: true }).first()
  await name.hover()
  await expect(name).not.toHaveAttribute('title')
  const edge = page.getByRole('separator', { name: 'Độ rộng cột Họ và tên', exact: true })
  const { x, y } = (await edge.boundingBox())!
  await page.mouse.move(x + 12, y + 12)
  await page.mouse.down()
  await page.mouse.move(x - 200, y + 12)
  await page.mouse.up()
  await name.hover()
  await expect(name).toHaveAttribute('title', 'Quản trị viên')
  // The width is saved for all stories of this person.
  await edge.dblclick()
  await name.hover()
  await expect(name).not.toHaveAttribute('title')
})

test('the button that clears the selection, and goes with it, gives the focus back to the current row', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/lich-su-tra-thuong')
  const rows = page.locator('main tbody tr[data-index]')
  await rows.nth(0).focus()
  await page.keyboard.press('ArrowDown')
  await rows.nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Bỏ chọn' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Bỏ chọn' })).toHaveCount(0)
  await expect(rows.nth(1)).toBeFocused()
})

test('no control of a search lies over another, however narrow the window is', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/nhat-ky?refused=true&keyword=khong-ai-ten-nhu-vay')
  const controls = page.locator('main').locator('input, select, button').filter({ visible: true })
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('combobox', { name: 'Người thực hiện' })).toBeVisible()
    await expect(page.getByText('Không có dòng nhật ký phù hợp')).toBeVisible()
    const boxes = await controls.evaluateAll((all) => all.map((control) => control.getBoundingClientRect().toJSON()))
    const areas = boxes as Area[]
    const overlaps = areas.flatMap((a, index) => areas.slice(index + 1).filter((b) => overlap(a, b)))
    expect(overlaps, `${width} px`).toEqual([])
  }
})

interface Area {
  top: number
  bottom: number
  left: number
  right: number
}

const overlap = (a: Area, b: Area) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

test('the bar of bulk actions covers no control that has the focus, and is not printed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'admin', admin_password)
  await page.goto('/tai-khoan')
  const boxes = page.locator('main').getByRole('checkbox', { name: /^Chọn dòng/ })
  await boxes.first().check()
  const bar = page.getByRole('group', { name: 'Thao tác hàng loạt' })
  await expect(bar).toContainText('Đã chọn 1 dòng')
  const uncheckedBoxes = (await boxes.all()).slice(1)
  expect(uncheckedBoxes.length).toBeGreaterThan(3)
  for (const box of uncheckedBoxes) {
    await box.focus()
    const [control, cover] = [await box.boundingBox(), await bar.boundingBox()]
    expect(control!.y + control!.height).toBeLessThanOrEqual(cover!.y)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(bar).toBeHidden()
})
