/** The question before a version is published: what changes for customers, and from when on. */
import { useMemo, useState } from 'react'
import { useWrite } from '#web/call/api.ts'
import { serverNow } from '#web/call/clock.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { Refusal } from '#web/call/send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { MomentInput } from '#web/ui/date/moment-input.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { RadioGroup } from '#web/ui/field/radio-group.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { countChanges } from '#web/ui/rich-text/compare-blocks.ts'
import { compareTexts } from '#web/ui/rich-text/rich-text-blocks.ts'
import { momentText } from '#web/value/format.ts'
import { useContent } from './config-file-content.screen.tsx'
import { configFile } from './config-file.contract.ts'
import type { Draft, TermsFile } from './use-draft.screen.tsx'

interface PublishDialogProps {
  file: TermsFile
  draft: Draft
  onClose: () => void
  onPublished: () => void
}

export function PublishDialog({ file, draft, onClose, onPublished }: PublishDialogProps) {
  const { config_file_id, version } = file
  const number = file.draft?.number ?? 0
  /** 'later' waits for the moment `publish_at`. */
  const [time, setTime] = useState<'now' | 'later'>('now')
  const [publish_at, setPublishAt] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const publish = useWrite(configFile.publish, {
    onSuccess: () => {
      toast.success(
        time === 'now' ? `Đã công bố v${number}.` : `v${number} sẽ được công bố lúc ${momentText(publish_at!)}.`,
      )
      onClose()
      onPublished()
    },
    onFailure: (failure) => {
      const sentence = failure instanceof Refusal ? failure.data?.fields?.publish_at : undefined
      if (sentence === undefined) showFailure(failure)
      else setProblem(sentence)
    },
  })
  const is_past = publish_at !== null && Date.parse(publish_at) <= serverNow()
  const whyNot =
    time === 'later' && publish_at === null
      ? 'Chọn ngày và giờ công bố.'
      : draft.unsaved && (draft.saveError ?? 'Bản nháp đang được lưu.')
  return (
    <Dialog
      open
      size="sm"
      title={`Công bố v${number}`}
      description={file.title}
      onClose={onClose}
      saveLabel={
        time === 'now' || publish_at === null
          ? `Công bố v${number} ngay`
          : `Công bố v${number} lúc ${momentText(publish_at)}`
      }
      saving={publish.pending}
      saveWhyNot={whyNot}
      onSubmit={() => publish.mutate({ config_file_id, version, publish_at: time === 'now' ? null : publish_at })}
    >
      <Stack>
        <Consequences file={file} draft={draft} />
        <Field label="Công bố" group>
          <RadioGroup
            value={time}
            onChange={setTime}
            options={[
              { value: 'now', label: 'Ngay bây giờ' },
              { value: 'later', label: 'Vào lúc' },
            ]}
          />
        </Field>
        {time === 'later' && (
          <Field
            label="Công bố lúc"
            required
            error={problem ?? (is_past && 'Thời điểm công bố phải ở trong tương lai.')}
          >
            <MomentInput
              value={publish_at}
              onChange={(moment) => {
                setPublishAt(moment)
                setProblem(null)
              }}
            />
          </Field>
        )}
        <Switch
          label="Hỏi khách đồng ý lại"
          checked={draft.ask_consent}
          onChange={(ask_consent) => {
            draft.change({ ask_consent })
            draft.saveSoon()
          }}
        />
      </Stack>
    </Dialog>
  )
}

/** Which version customers will read instead of which, what differs, and which version replaces it later. */
function Consequences({ file, draft }: Pick<PublishDialogProps, 'file' | 'draft'>) {
  const { published_number, next_number, next_at } = file
  const number = file.draft?.number ?? 0
  const publishedContent = useContent(file, published_number)
  const changes = useMemo(
    () => (publishedContent === undefined ? null : countChanges(compareTexts(publishedContent, draft.content))),
    [publishedContent, draft.content],
  )
  return (
    <>
      <Text>
        {published_number === null
          ? 'Đây là bản đầu tiên khách đọc.'
          : `Khách sẽ đọc v${number} thay cho v${published_number}. v${published_number} được giữ lại và quay về được.`}{' '}
        {changes && `So với v${published_number}: thêm ${changes.added} chỗ, bỏ ${changes.removed} chỗ.`}
      </Text>
      {next_number !== null && next_at !== null && (
        <Banner kind="warning">
          v{next_number} đang chờ công bố lúc {momentText(next_at)} và sẽ thay bản này từ lúc đó.
        </Banner>
      )}
    </>
  )
}
