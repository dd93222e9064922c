/** Compares two versions side by side: choosing them, additions and deletions, and stepping from change to change. */
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { countChanges } from '#web/ui/rich-text/compare-blocks.ts'
import { momentText } from '#web/value/format.ts'
import { StatusBadge, ViewBar, type View } from './config-file-parts.screen.tsx'
import { versionStatus, type Version } from './config-file.contract.ts'
import { draft_value, type Comparison } from './use-comparison.screen.tsx'
import type { TermsFile } from './use-draft.screen.tsx'

const RichCompare = lazyPart(() => import('#web/ui/rich-text/rich-compare.tsx'), { meanwhile: <Skeleton lines={12} /> })

interface CompareVersionsProps {
  file: TermsFile
  comparison: Comparison
  view: View
  setView: (view: View) => void
}

export function CompareVersions({ file, comparison, view, setView }: CompareVersionsProps) {
  const { published, left, setLeft, right, setRight, position, setPosition, pairs, places } = comparison
  const { added, removed } = countChanges(pairs ?? [])
  const options = [
    { value: draft_value, label: file.draft ? `v${file.draft.number} · nháp` : 'Bản đang soạn' },
    ...published.map(({ number, status }) => ({ value: number, label: `v${number} · ${words[status]}` })),
  ]
  const step = position === null ? -1 : places.findLastIndex((place) => place <= position)
  const go = (by: number) =>
    setPosition(places[(Math.max(step, by > 0 ? -1 : 0) + by + places.length) % places.length] ?? null)
  const whyNot = places.length === 0 && 'Hai bản giống nhau.'
  return (
    <Panel
      fill
      flush
      bar={
        <ViewBar
          view={view}
          onView={setView}
          changes={places.length}
          end={
            <Row>
              <Text as="span" tone="green">
                +{added} chỗ thêm
              </Text>
              <Text as="span" tone="danger">
                −{removed} chỗ bỏ
              </Text>
              <IconButton icon="chevron-up" label="Chỗ khác trước" bordered whyNot={whyNot} onClick={() => go(-1)} />
              <IconButton icon="chevron-down" label="Chỗ khác sau" bordered whyNot={whyNot} onClick={() => go(1)} />
              <Text as="span" tone="muted">
                {step < 0 ? '–' : step + 1} / {places.length}
              </Text>
            </Row>
          }
        >
          <Field label="Bản bên trái" labelHidden width="sm">
            <Select value={left} onChange={setLeft} options={options} />
          </Field>
          <Text as="span" tone="muted">
            với
          </Text>
          <Field label="Bản bên phải" labelHidden width="sm">
            <Select value={right} onChange={setRight} options={options} />
          </Field>
        </ViewBar>
      }
    >
      {pairs === null ? (
        <Skeleton lines={12} />
      ) : view === 'changes' && places.length === 0 ? (
        <EmptyState kind="empty" icon="check" title="Hai bản giống nhau" />
      ) : (
        <RichCompare
          label="Hai bản đặt cạnh nhau"
          pairs={pairs}
          before={<Head file={file} number={left} />}
          after={<Head file={file} number={right} />}
          onlyChanges={view === 'changes'}
          at={position}
        />
      )}
    </Panel>
  )
}

const words: Record<Version['status'], string> = {
  [versionStatus.draft]: 'nháp',
  [versionStatus.waiting]: 'chờ công bố',
  [versionStatus.published]: 'đang công bố',
  [versionStatus.past]: 'đã thay',
}

function Head({ file, number }: { file: TermsFile; number: number }) {
  const version = file.versions.find((candidate) => candidate.number === (number || file.draft?.number))
  if (!version) return <Text strong>Bản đang soạn</Text>
  return (
    <>
      <Text as="span" strong>
        v{version.number}
      </Text>
      <StatusBadge status={version.status} />
      <Text as="span" tone="muted" size="sm">
        {version.publish_at ? `từ ${momentText(version.publish_at)}` : `sửa ${momentText(version.updated_at)}`}
      </Text>
    </>
  )
}
