import type { ReactNode } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import css from './empty-state.module.css'

const CopyButton = lazyPart(async () => ({ default: (await import('#web/ui/action/copy-button.tsx')).CopyButton }))

export type EmptyStateProps =
  /** There is nothing yet; offer the first step. */
  | { kind: 'empty'; title?: string; message?: ReactNode; action?: ReactNode; icon?: IconName }
  /** Something is there, but nothing that fits. */
  | { kind: 'no-match'; title?: string; message?: ReactNode; onClear: () => void }
  /** The content could not be loaded. */
  | { kind: 'error'; title?: string; message?: ReactNode; onRetry: () => void; transid?: string }

const kinds = {
  empty: { icon: 'document', title: 'Chưa có dữ liệu', message: undefined },
  'no-match': {
    icon: 'search',
    title: 'Không có kết quả phù hợp',
    message: 'Thử từ khóa khác hoặc bỏ bớt điều kiện lọc.',
  },
  error: { icon: 'alert', title: 'Không tải được dữ liệu', message: 'Kiểm tra kết nối rồi thử lại.' },
} as const

/**
 * In place of content: nothing yet, nothing that fits, or not loaded; each kind has its own text and button unless they
 * are given.
 */
export function EmptyState(props: EmptyStateProps) {
  const style = kinds[props.kind]
  const message = props.message ?? style.message
  return (
    <div className={css.empty} role={props.kind === 'error' ? 'alert' : 'status'}>
      <span className={props.kind === 'error' ? css.alarm : css.icon}>
        <Icon name={(props.kind === 'empty' && props.icon) || style.icon} size={24} />
      </span>
      <p className={css.title}>{props.title ?? style.title}</p>
      {message && <div className={css.message}>{message}</div>}
      {props.kind === 'error' && props.transid && (
        <div className={css.transid}>
          Mã yêu cầu: <code>{props.transid}</code>
          <CopyButton text={props.transid} label="Sao chép mã yêu cầu" />
        </div>
      )}
      <div className={css.action}>
        {props.kind === 'empty' && props.action}
        {props.kind === 'no-match' && (
          <Button icon="close" onClick={props.onClear}>
            Xóa bộ lọc
          </Button>
        )}
        {props.kind === 'error' && (
          <Button icon="refresh" onClick={props.onRetry}>
            Thử lại
          </Button>
        )}
      </div>
    </div>
  )
}
