import { Checkbox } from './checkbox.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { nextSort } from './table-state.ts'
import type { TableProps } from './table.tsx'
import css from './table.module.css'

type WidthsProps = {
  columns: readonly { key: string; width: number; grow?: boolean }[]
  selectWidth: number
  actionsWidth: number
}

export function TableWidths({ columns, selectWidth, actionsWidth }: WidthsProps) {
  return (
    <colgroup>
      {selectWidth > 0 && <col width={selectWidth} />}
      {columns.map((column) => (
        <col key={column.key} width={column.grow ? undefined : column.width} />
      ))}
      {actionsWidth > 0 && <col width={actionsWidth} />}
    </colgroup>
  )
}

export function TableHead<Row>({
  columns,
  rows,
  sort,
  onSort,
  rowKey,
  selected,
  onSelect,
  selectWhyNot,
  actions,
  selectable,
}: TableProps<Row> & { selectable: boolean }) {
  const keys = selectable ? rows.filter((row) => !selectWhyNot?.(row)).map((row) => rowKey!(row)) : []
  const chosen = keys.filter((key) => selected?.has(key)).length
  function selectPage(all: boolean) {
    const next = new Set(selected)
    for (const key of keys) {
      if (all) next.add(key)
      else next.delete(key)
    }
    onSelect?.(next)
  }
  return (
    <thead>
      <tr>
        {selectable && (
          <th scope="col" className={css.select}>
            <Checkbox
              aria-label="Chọn cả trang"
              checked={keys.length > 0 && chosen === keys.length}
              indeterminate={chosen > 0 && chosen < keys.length}
              onChange={selectPage}
            />
          </th>
        )}
        {columns.map((column) => {
          const sorted = sort?.key === column.key ? sort.dir : null
          const ariaSort = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'
          return (
            <th
              key={column.key}
              scope="col"
              className={css[column.align ?? 'left']}
              aria-sort={column.sortable ? ariaSort : undefined}
              data-tip={column.hint}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  className={cx(css.sort, sorted && css.sorted)}
                  onClick={() => onSort(nextSort(sort ?? null, column.key))}
                >
                  <span className={css.cut}>{column.head}</span>
                  <Icon name={sorted === 'asc' ? 'sort-up' : sorted === 'desc' ? 'sort-down' : 'sort'} size={14} />
                </button>
              ) : (
                <span className={css.cut}>{column.head}</span>
              )}
            </th>
          )
        })}
        {actions && (
          <th scope="col" className={css.actions}>
            Thao tác
          </th>
        )}
      </tr>
    </thead>
  )
}
