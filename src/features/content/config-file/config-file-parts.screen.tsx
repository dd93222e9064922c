/** Small parts of the editor page of a text. */
import type { ReactNode } from 'react'
import { infoOf } from '#contract/schema.ts'
import { PageLink } from '#web/route/link.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Row, Spacer } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { clockText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { configFilePage } from '../pages.contract.ts'
import { ConfigFileVersion, type Version } from './config-file.contract.ts'
import type { Draft, TermsFile } from './use-draft.screen.tsx'

export type View = 'write' | 'compare' | 'changes'

export const BackToList = () => <PageLink to={configFilePage.url}>← {configFilePage.title}</PageLink>

/** The version's state as a badge. */
export const StatusBadge = ({ status }: Pick<Version, 'status'>) => show(infoOf(ConfigFileVersion.shape.status), status)

export function VersionBadge({ file, shown_number }: { file: TermsFile; shown_number: number | null }) {
  if (shown_number !== null) return <Badge tone="blue">v{shown_number}, chỉ đọc</Badge>
  return file.draft ? <Badge tone="amber">Nháp v{file.draft.number}</Badge> : <Badge>Chưa có bản nháp</Badge>
}

/** Whether everything typed is saved on the server. */
export function SavedState({ draft, file }: { draft: Draft; file: TermsFile }) {
  if (draft.saveError)
    return (
      <Text as="span" tone="danger">
        {draft.saveError}
      </Text>
    )
  if (draft.unsaved)
    return (
      <Text as="span" tone="muted">
        {draft.saving ? 'Đang lưu…' : '✓ Đã giữ trên máy này'}
      </Text>
    )
  if (!file.draft || !file.updated_at) return null
  return (
    <Text as="span" tone="muted">
      ✓ Đã lưu trên máy chủ {clockText(file.updated_at, true)}
    </Text>
  )
}

interface ViewBarProps {
  view: View
  onView: (view: View) => void
  changes?: number
  children?: ReactNode
  end?: ReactNode
}

/** The view: writing, both versions side by side, or only their differences. */
export function ViewBar({ view, onView, changes, children, end }: ViewBarProps) {
  return (
    <Row>
      <Segmented
        aria-label="Cách xem"
        value={view}
        onChange={onView}
        options={[
          { value: 'write', label: 'Soạn' },
          { value: 'compare', label: 'So hai bản' },
          { value: 'changes', label: 'Chỉ chỗ khác', ...(changes !== undefined && { count: changes }) },
        ]}
      />
      {children}
      <Spacer />
      {typeof end === 'string' ? (
        <Text as="span" tone="muted">
          {end}
        </Text>
      ) : (
        end
      )}
    </Row>
  )
}
