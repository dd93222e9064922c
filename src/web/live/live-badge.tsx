import { Badge, type Tone } from '#web/ui/show/badge.tsx'
import type { LiveState } from './stream.ts'

const badges: Readonly<Record<LiveState, { tone: Tone; text: string; explanation: string }>> = {
  connecting: { tone: 'neutral', text: 'Đang nối…', explanation: 'Số liệu sẽ tự cập nhật khi kết nối xong' },
  live: { tone: 'green', text: 'Trực tiếp', explanation: 'Số liệu tự cập nhật ngay khi có thay đổi' },
  lost: { tone: 'amber', text: 'Mất kết nối, đang nối lại', explanation: 'Số liệu có thể đã cũ' },
  paused: { tone: 'neutral', text: 'Tạm dừng', explanation: 'Tự cập nhật trở lại khi bạn thao tác' },
}

/** The badge that shows whether the data on screen updates live. */
export function LiveBadge({ state }: { state: LiveState }) {
  const { tone, text, explanation } = badges[state]
  return (
    <span role="status" data-tip={explanation}>
      <Badge tone={tone}>
        {state === 'live' && <span aria-hidden="true">● </span>}
        {text}
      </Badge>
    </span>
  )
}
