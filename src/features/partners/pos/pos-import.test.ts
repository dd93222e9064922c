/** Points of sale from a file: each row is added, changed or refused by itself, in the order of the file. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { posGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { dataPermissionPage, partnerPage, posPage } from '#features/partners/pages.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { pos } from './pos.contract.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...partnerPage.rights, ...posPage.rights, ...dataPermissionPage.rights])
})
afterAll(() => office.close())

let count = 0
const importRow = (overrides: object = {}) => ({
  pos_code: `CT${++count}`,
  pos_name: `Quầy vé số Ninh Kiều ${count}`,
  address: '12 Hai Bà Trưng',
  province_name: 'Cần Thơ',
  district_name: 'ninh kieu',
  ...overrides,
})
const addPartner = (overrides: object = {}) =>
  an.call(partner.add, { partner_code: `DL${++count}`, partner_name: `Đại lý ${count}`, ...overrides })

test('the import of points of sale checks districts, the limit of the partner and duplicates row by row', async () => {
  const { partner_code } = await addPartner({ pos_limit: 1 })
  const group = await an.call(posGroup.add, { pos_group_name: `Chợ lớn ${++count}` })
  const first = importRow({ partner_code, pos_group_name: group.pos_group_name.toUpperCase() })
  const { refused } = await an.call(pos.import, {
    rows: [
      first,
      importRow({ partner_code }),
      importRow({ pos_code: first.pos_code }),
      importRow({ pos_name: first.pos_name }),
      importRow({ partner_code: 'KHONGCO' }),
      importRow({ pos_group_name: 'Không có nhóm này' }),
      importRow({ district_name: 'Quận 99' }),
      importRow(),
    ],
  })
  expect(refused.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6])
  expect(refused.map(({ field }) => field)).toEqual([
    'partner_code',
    'pos_code',
    'pos_code',
    'partner_code',
    'pos_group_name',
    'district_name',
  ])
  const { items } = await an.call(pos.list, { keyword: first.pos_code })
  expect(items).toMatchObject([
    { district_name: 'Quận Ninh Kiều', pos_group_name: group.pos_group_name, partner_name: expect.any(String) },
  ])
})

test('a place that a row of an import frees at a partner is there for the rows after it', async () => {
  const full = await addPartner({ pos_limit: 1 })
  const other = await addPartner()
  const newRow = () => importRow({ partner_code: full.partner_code })
  const first = newRow()
  await an.call(pos.import, { rows: [first] })
  const moving = { ...first, partner_code: other.partner_code }
  const rows = [moving, newRow(), newRow()]
  const refusals = async (dry_run: boolean, order = rows) =>
    (await an.call(pos.import, { rows: order, dry_run })).refused.map(({ index }) => index)
  expect(await refusals(true, rows.toReversed())).toEqual([0, 1])
  expect([await refusals(true), await refusals(false)]).toEqual([[2], [2]])
})

test('the preview of an import shows the refusals and changes of the import, and changes nothing', async () => {
  const row = importRow()
  const trial = { rows: [row, importRow({ district_name: 'Quận 99' }), row], dry_run: true }
  // The third row repeats the first one.
  expect(await an.call(pos.import, trial)).toMatchObject({ refused: [{ index: 1 }], same: [2] })
  expect((await an.call(pos.list, { keyword: row.pos_code })).items).toEqual([])
  expect(await an.call(pos.import, { rows: [row] })).toEqual({ refused: [], same: [], changed: [] })
  expect(await an.call(pos.import, { rows: [row] })).toEqual({ refused: [], same: [0], changed: [] })

  // Differences are answered cell by cell before the change, and empty cells change nothing.
  const moved = { ...row, address: '9 Hai Bà Trưng', contact_name: 'Lê Văn Đổi' }
  const fields = [
    { field: 'address', before: row.address },
    { field: 'contact_name', before: null },
  ]
  expect(await an.call(pos.import, { rows: [moved], dry_run: true })).toMatchObject({ changed: [{ index: 0, fields }] })
  const only_adds = await office.hire([posPage.view, posPage.add])
  expect((await only_adds.call(pos.import, { rows: [moved] })).refused).toMatchObject([
    { index: 0, error: 'POS này đã có với thông tin khác', field: 'address' },
  ])
  expect(await an.call(pos.import, { rows: [moved] })).toMatchObject({ refused: [], changed: [{ index: 0, fields }] })
  const { items } = await an.call(pos.list, { keyword: row.pos_code })
  expect(items).toMatchObject([
    { pos_name: row.pos_name, address: '9 Hai Bà Trưng', contact_name: 'Lê Văn Đổi', version: 2 },
  ])
})
