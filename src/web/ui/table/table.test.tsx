import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Table } from './table.tsx'
import type { Column, TableProps } from './table-types.ts'

interface Ticket {
  id: number
}
const cell = vi.fn<(ticket: Ticket) => number>(({ id }) => id)
const columns: Column<Ticket>[] = [{ key: 'id', head: 'Số', width: 80, cell }]
const first_rows = [{ id: 1 }, { id: 2 }]

test('the rows are drawn again when others have been read or a row is selected, not while others are being read', async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.querySelector('div')!)
  const draw = async (props: Partial<TableProps<Ticket>>) => {
    cell.mockClear()
    await act(async () =>
      root.render(
        <Table
          label="Vé"
          columns={[...columns]}
          rows={first_rows}
          rowKey={({ id }) => id}
          selected={new Set()}
          onSelect={() => undefined}
          {...props}
        />,
      ),
    )
    return cell.mock.calls.map(([{ id }]) => id)
  }
  const chosen = () => document.querySelectorAll('tr[aria-selected="true"]').length

  expect(await draw({})).toEqual([1, 2])
  expect(await draw({ busy: true })).toEqual([])
  expect(await draw({ busy: true, selected: new Set([2]) })).toEqual([1, 2])
  expect(chosen()).toBe(1)
  await draw({ busy: true, selected: new Set() })
  expect(chosen()).toBe(0)
  expect(await draw({ busy: true, density: 'compact' })).toEqual([1, 2])
  expect(await draw({ busy: true, columns: [] })).toEqual([])
  expect(document.querySelectorAll('tbody td').length).toBe(4)
  expect(await draw({ rows: [{ id: 3 }] })).toEqual([3])
  await act(async () => root.unmount())
})
