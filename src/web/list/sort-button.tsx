/** The order of a list that is shown as cards, which have no column heads to press. */
import { Menu } from '#web/ui/action/menu.tsx'
import type { MenuItem } from '#web/ui/action/menu-item.ts'
import type { Column, TableProps } from '#web/ui/table/table-types.ts'

interface SortButtonProps extends Pick<TableProps<object>, 'sort' | 'onSort'> {
  columns: readonly Pick<Column<never>, 'key' | 'head' | 'sortable'>[]
}

export default function SortButton({ columns, sort, onSort }: SortButtonProps) {
  const sortable = columns.filter((column) => column.sortable)
  if (!onSort) return null
  const items: MenuItem[] = sortable.flatMap(({ key, head }) =>
    (['asc', 'desc'] as const).map((dir) => ({
      label: `${head}, ${dir === 'asc' ? 'tăng dần' : 'giảm dần'}`,
      checked: sort?.key === key && sort.dir === dir,
      onSelect: () => onSort({ key, dir }),
    })),
  )
  return (
    <Menu
      icon="sort"
      label="Sắp xếp"
      items={[{ label: 'Như mặc định', checked: !sort, onSelect: () => onSort(null) }, { group: '' }, ...items]}
    />
  )
}
