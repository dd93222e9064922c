import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { cx } from '#web/ui/base/cx.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import type { ResizeHandlesProps } from './resize-handles.tsx'
import type { Layout, EdgeWidths } from './table-layout.ts'
import type { CellStyles } from './table-styles.ts'
import { nextSort } from './table-state.ts'
import type { Column, TableProps } from './table-types.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './table.module.css'

const ResizeHandles = lazyPart(() => import('./resize-handles.tsx'), {
  mountWhen: ({ loading }: ResizeHandlesProps) => !loading,
})

/** The `<colgroup>` that gives the columns their widths. */
export function TableWidths({ cols }: Pick<Layout, 'cols'>) {
  return (
    <colgroup>
      {cols.map((width, index) => (
        <col key={index} style={{ width }} />
      ))}
    </colgroup>
  )
}

/** The minimum width in pixels in which the head 'Thao tác' is not cut off. */
const actions_label_min_width = 76

export function TableHead<Row>(props: TableProps<Row> & { styles: CellStyles; edge_widths: EdgeWidths }) {
  const { columns, sort, onSort, onWidths, actions, loading = false, styles, edge_widths } = props
  const firstSorted = onSort && columns.find(({ sortable }) => sortable)
  return (
    <thead>
      <tr>
        {styles.select && (
          <th scope="col" {...styles.select}>
            <SelectPage {...props} />
          </th>
        )}
        {columns.map((column, index) => {
          const sortDirection = sort?.key === column.key ? sort.dir : null
          const ariaSort = sortDirection === 'asc' ? 'ascending' : sortDirection === 'desc' ? 'descending' : 'none'
          return (
            <th
              key={column.key}
              scope="col"
              {...styles.columns[index]}
              aria-sort={column.sortable ? ariaSort : undefined}
              data-tip={column.hint}
            >
              <HeadText column={column} sort={sort} onSort={onSort} isStop={!onWidths || column === firstSorted} />
            </th>
          )
        })}
        <td aria-hidden className={css.filler} />
        {actions && (
          <th scope="col" className={css.actions}>
            {edge_widths.actions < actions_label_min_width ? <VisuallyHidden>Thao tác</VisuallyHidden> : 'Thao tác'}
          </th>
        )}
      </tr>
      {onWidths && (
        <ResizeHandles
          columns={columns}
          edge_widths={edge_widths}
          onWidths={onWidths}
          styles={styles}
          loading={loading}
          isStop={!firstSorted}
        />
      )}
    </thead>
  )
}

interface HeadTextProps<Row> extends Pick<TableProps<Row>, 'sort' | 'onSort'> {
  column: Column<Row>
  /** Whether Tab stops here. Where the columns can be resized the head has one tab stop, and keys move within it (table-head-keys.ts). */
  isStop: boolean
}

function HeadText<Row>({ column, sort, onSort, isStop }: HeadTextProps<Row>) {
  if (!column.sortable || !onSort) return <span className={css.cut}>{column.head}</span>
  const sortDirection = sort?.key === column.key ? sort.dir : null
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      className={cx(css.sort, sortDirection && css.sorted)}
      onClick={() => onSort(nextSort(sort ?? null, column.key))}
    >
      <span className={css.cut}>{column.head}</span>
      <Icon name={sortDirection === 'asc' ? 'sort-up' : sortDirection === 'desc' ? 'sort-down' : 'sort'} size={14} />
    </button>
  )
}

function SelectPage<Row>({ rows, rowKey, selected, onSelect, selectWhyNot }: TableProps<Row>) {
  const keys = rows.filter((row) => !selectWhyNot?.(row)).map((row) => rowKey!(row))
  const chosen_count = keys.filter((key) => selected?.has(key)).length
  function selectPage(all: boolean) {
    const selection = new Set(selected)
    for (const key of keys) {
      if (all) selection.add(key)
      else selection.delete(key)
    }
    onSelect?.(selection)
  }
  return (
    <Checkbox
      aria-label="Chọn cả trang"
      checked={keys.length > 0 && chosen_count === keys.length}
      indeterminate={chosen_count > 0 && chosen_count < keys.length}
      onChange={selectPage}
    />
  )
}
