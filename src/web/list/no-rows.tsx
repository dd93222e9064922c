/** The empty state of a list: no rows at all, none for these filters, or none in the preset work queue. */
import type { ReactNode } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import type { List } from './use-list.ts'

export interface NoRowsProps<R extends object> {
  list: List<R>
  noun: string
  /** The first step, where there are no rows at all yet. */
  start: ReactNode
  /** How to search beyond the preset filters. */
  wider: ReactNode
}

export default function NoRows({ list, noun, start, wider }: NoRowsProps<object>) {
  if (list.phase === 'unmatched' && wider)
    return (
      <EmptyState
        kind="empty"
        icon="search"
        title={`Không có ${noun} phù hợp`}
        action={
          <Row>
            {wider}
            <Button icon="close" onClick={list.clear}>
              Xóa bộ lọc
            </Button>
          </Row>
        }
      />
    )
  if (list.phase === 'unmatched')
    return <EmptyState kind="no-match" title={`Không có ${noun} phù hợp`} onClear={list.clear} />
  const preset = Object.keys(list.preset)
  if (preset.length === 0) return <EmptyState kind="empty" title={`Chưa có ${noun} nào`} action={start} />
  const cleared = Object.fromEntries(preset.map((name) => [name, undefined]))
  const showAll = wider ?? <Button onClick={() => list.filter(cleared)}>Xem tất cả</Button>
  return (
    <EmptyState
      kind="empty"
      title={`Hiện không có ${noun} nào`}
      message="Danh sách đang lọc sẵn những gì cần xem trước."
      action={
        <Row>
          {showAll}
          {start}
        </Row>
      }
    />
  )
}
