/** The left side of the editor page: the table of contents, and the versions with the actions on the shown one. */
import { useState } from 'react'
import { runAct } from '#web/action/act.tsx'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { NavList } from '#web/ui/action/nav-list.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { ContentsList } from '#web/ui/rich-text/contents-list.tsx'
import type { Section } from '#web/ui/rich-text/rich-text-blocks.ts'
import { clockText, dayOf, dayText, numberText } from '#web/value/format.ts'
import { StatusBadge } from './config-file-parts.screen.tsx'
import { versionStatus, type Version } from './config-file.contract.ts'
import type { TermsFile } from './use-draft.screen.tsx'
import type { ActsOf } from './version-acts.screen.tsx'

interface VersionSideProps {
  file: TermsFile
  sections: readonly Section[]
  onSection: (section: Section) => void
  /** The shown version; null for the draft. */
  shown_number: number | null
  onShow: (number: number | null) => void
  acts: ActsOf
}

const first_few = 5

export function VersionSide({ file, sections, onSection, shown_number, onShow, acts }: VersionSideProps) {
  const { can } = useRights()
  const [all, setAll] = useState(false)
  const versions = all ? file.versions : file.versions.slice(0, first_few)
  const shownVersion = file.versions.find(({ number }) => number === (shown_number ?? file.draft?.number))
  const possible = shownVersion ? acts(shownVersion).filter(({ call }) => can(call)) : []
  const isDraft = ({ status }: Version) => status === versionStatus.draft
  return (
    <Stack gap={2} fill>
      {sections.length > 0 && (
        <Panel title="Mục lục" flush>
          <ContentsList sections={sections} onChoose={onSection} />
        </Panel>
      )}
      <Panel
        title="Các bản"
        flush
        fill
        scroll
        {...(file.versions.length > first_few && {
          footer: (
            <Button variant="quiet" size="sm" onClick={() => setAll(!all)}>
              {all ? 'Thu gọn' : `Tất cả ${numberText(file.versions.length)} bản`}
            </Button>
          ),
        })}
      >
        <NavList
          label="Các bản"
          current={shownVersion?.number ?? null}
          onChoose={(number) => onShow(number === file.draft?.number ? null : Number(number))}
          items={versions.map((version) => ({
            key: version.number,
            title: `v${version.number}`,
            detail: detailOf(version),
            aside: <StatusBadge status={version.status} />,
          }))}
        />
        {possible.length > 0 && (
          <Stack gap={1} align="start">
            {possible.map((act) => (
              <Button
                key={act.label}
                size="sm"
                variant="quiet"
                icon={act.icon}
                whyNot={act.whyNot}
                onClick={() => void runAct(act)}
              >
                {act.label}
                {!isDraft(shownVersion!) && ` (v${shownVersion!.number})`}
              </Button>
            ))}
          </Stack>
        )}
      </Panel>
    </Stack>
  )
}

function detailOf({ publish_at, published_by_name, updated_at, updated_by_name }: Version) {
  return (
    <>
      {publish_at ? dayText(dayOf(publish_at)) : `sửa ${clockText(updated_at)}`}
      <br />
      {publish_at ? published_by_name : updated_by_name}
    </>
  )
}
