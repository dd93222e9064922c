/** The editor page of one text: the editor or two versions side by side, with table of contents and versions at the left. */
import { useMemo, useState } from 'react'
import { infoOf } from '#contract/schema.ts'
import { Act } from '#web/action/act.tsx'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { RichTextField } from '#web/form/rich-text-field.tsx'
import { sectionsOf, compareTexts, type Section } from '#web/ui/rich-text/rich-text-blocks.ts'
import { momentText, numberText, textOf } from '#web/value/format.ts'
import { plainText } from '#contract/text/plain-text.ts'
import { configFile, ConfigFileRecord } from './config-file.contract.ts'
import { BackToList, SavedState, VersionBadge, ViewBar, type View } from './config-file-parts.screen.tsx'
import { useContent } from './config-file-content.screen.tsx'
import { CompareVersions } from './compare-versions.screen.tsx'
import { PublishDialog } from './publish-dialog.screen.tsx'
import { TextPreview } from './text-preview.screen.tsx'
import { useComparison } from './use-comparison.screen.tsx'
import { useDraft, type Draft, type TermsFile } from './use-draft.screen.tsx'
import { useVersionActs } from './version-acts.screen.tsx'
import { VersionSide } from './version-side.screen.tsx'

interface ConfigFileEditorProps {
  initialFile: TermsFile
  /** The text with which a first draft starts. */
  initial_content: string
  /** Called when the draft was replaced or deleted. */
  onReplaced: () => void
}

export function ConfigFileEditor({ initialFile, initial_content, onReplaced }: ConfigFileEditorProps) {
  const [file, setFile] = useState(initialFile)
  const draft = useDraft(file, initial_content, setFile)
  const [view, setView] = useState<View>('write')
  /** The shown version; null for the draft. */
  const [shown_number, setShownNumber] = useState<number | null>(null)
  const [publishing, setPublishing] = useState(false)
  const [previewing, setPreviewing] = useState(false)
  const [scrollTarget, setScrollTarget] = useState<{ index: number } | null>(null)
  const shownContent = useContent(file, shown_number)
  const content = shown_number === null ? draft.content : (shownContent ?? '')
  const comparison = useComparison(file, draft, view !== 'write')
  const { pairs } = comparison
  const sections = useMemo(() => sectionsOf(pairs ?? compareTexts(content, content)), [pairs, content])
  const acts = useVersionActs(file, draft, onReplaced)
  const goTo = (section: Section) =>
    view === 'write' ? setScrollTarget({ index: sections.indexOf(section) }) : comparison.setPosition(section.position)
  const number = file.draft?.number ?? null
  return (
    <>
      <PageHeader
        back={<BackToList />}
        title={file.title}
        aside={
          <>
            <Text tone="muted" as="span">
              {textOf(infoOf(ConfigFileRecord.Row.shape.type), file.type)}
            </Text>
            <VersionBadge file={file} shown_number={shown_number} />
          </>
        }
        actions={
          <Row>
            <SavedState draft={draft} file={file} />
            <Button icon="eye" onClick={() => setPreviewing(true)}>
              Xem trước
            </Button>
            <Act
              call={configFile.publish}
              variant="primary"
              onClick={() => setPublishing(true)}
              whyNot={whyNotPublish(draft, number)}
            >
              Công bố…
            </Act>
          </Row>
        }
      />
      <DraftBanner draft={draft} />
      <Split
        fill
        narrow
        aside={
          <VersionSide
            file={file}
            sections={sections}
            onSection={goTo}
            shown_number={shown_number}
            onShow={(next) => {
              setShownNumber(next)
              setView('write')
            }}
            acts={acts}
          />
        }
      >
        {view === 'write' ? (
          <WritePanel
            {...{ draft, view, setView, shown_number, scrollTarget, content }}
            loading={shown_number !== null && shownContent === undefined}
          />
        ) : (
          <CompareVersions {...{ file, comparison, view, setView }} />
        )}
      </Split>
      {publishing && (
        <PublishDialog file={file} draft={draft} onClose={() => setPublishing(false)} onPublished={onReplaced} />
      )}
      {previewing && <TextPreview title={file.title} content={content} onClose={() => setPreviewing(false)} />}
    </>
  )
}

function whyNotPublish(draft: Draft, number: number | null): string | false {
  if (draft.conflict) return 'Hãy chọn giữ bản nào trước.'
  if (draft.unsaved) return draft.saveError ?? 'Bản nháp đang được lưu.'
  return number === null && 'Chưa có bản nháp: sửa nội dung để bắt đầu một bản mới.'
}

function DraftBanner({ draft }: { draft: Draft }) {
  if (draft.conflict)
    return (
      <Banner
        kind="warning"
        title={`${draft.conflict.updated_by_name ?? 'Người khác'} vừa lưu bản nháp này${draft.conflict.updated_at ? ` lúc ${momentText(draft.conflict.updated_at)}` : ''}`}
        action={
          <Row>
            <Button size="sm" onClick={() => draft.resolveConflict('theirs')}>
              Lấy bản trên máy chủ
            </Button>
            <Button size="sm" onClick={() => draft.resolveConflict('mine')}>
              Giữ bản của tôi
            </Button>
          </Row>
        }
      >
        Phần bạn gõ chưa được lưu và vẫn còn ở đây.
      </Banner>
    )
  return (
    draft.isRestored && (
      <Banner kind="info">Đã khôi phục phần bạn gõ trước đó mà chưa kịp lưu. Hãy kiểm tra lại.</Banner>
    )
  )
}

interface WritePanelProps {
  draft: Draft
  view: View
  setView: (view: View) => void
  shown_number: number | null
  scrollTarget: { index: number } | null
  content: string
  loading: boolean
}

function WritePanel({ draft, view, setView, shown_number, scrollTarget, content, loading }: WritePanelProps) {
  const { can } = useRights()
  const words = content === '' ? 0 : plainText(content).split(' ').length
  return (
    <Panel fill flush bar={<ViewBar view={view} onView={setView} end={`${numberText(words)} chữ`} />}>
      {loading ? null : (
        <RichTextField
          folder="terms"
          key={shown_number ?? 'draft'}
          fill
          aria-label={shown_number === null ? 'Nội dung bản nháp' : `Nội dung bản v${shown_number}`}
          value={content}
          readOnly={shown_number !== null || !can(configFile.update)}
          onChange={(text) => draft.change({ content: text })}
          onBlur={draft.saveSoon}
          scrollTarget={scrollTarget}
        />
      )}
    </Panel>
  )
}
