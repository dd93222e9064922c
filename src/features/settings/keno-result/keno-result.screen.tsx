/** The tab 'Kết quả Keno': the sources of results, who confirms them, and the state of the sources. */
import { SettingsPanel, useSettingsForm } from '#web/form/settings-form.tsx'
import { Act, useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { agoText } from '#web/value/ago.ts'
import { momentText, textOf } from '#web/value/format.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { Badge } from '#web/ui/show/badge.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { SettingHistory } from '#features/settings/setting-change/setting-history.screen.tsx'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { KenoResult, kenoResult, type KenoResultRow } from './keno-result.contract.ts'
import { whyNotConfirm } from './keno-result.rules.ts'

const sections = [
  { title: 'Nhận và xác nhận', fields: ['status', 'confirm_by', 'when_late', 'when_contradicting', 'wait_seconds'] },
  { title: 'Nguồn chính', fields: ['first_url', 'first_key'] },
  { title: 'Nguồn đối chiếu', fields: ['second_url', 'second_key'] },
]
const fields = sections.flatMap((section) => section.fields)
const shape = shapeOf(kenoResult.update.input)

const linesOf = ({ before, after }: SettingChangeRow) =>
  fields
    .filter((name) => before?.[name] !== after?.[name])
    .map((name) => {
      const info = infoOf(shape[name]!)
      return { key: name, label: info!.label, before: textOf(info, before?.[name]), after: textOf(info, after?.[name]) }
    })

export default function KenoResultScreen() {
  const config = useRead(kenoResult.get, {})
  if (!config.data) return <ReadFallback read={config} lines={12} />
  return <ConfigForm config={config.data} />
}

/** Shows whether the settings are confirmed, and lets the second person confirm them. */
function Confirmation({ config }: { config: KenoResultRow }) {
  const { me } = useRights()
  const confirm = useAct(kenoResult.confirm, {
    success: 'Đã xác nhận cấu hình. Kết quả được xác nhận theo đó từ bây giờ.',
  })
  if (config.status === 0)
    return <Banner kind="info">Chưa nhận kết quả từ nguồn nào: Keno và Bingo18 phải nhập tay.</Banner>
  if (config.confirmed_at !== null) return null
  return (
    <Banner
      kind="warning"
      title="Chờ người thứ hai xác nhận"
      action={
        <Act
          call={kenoResult.confirm}
          size="sm"
          busy={confirm.pending}
          whyNot={whyNotConfirm(config, me)?.message}
          onClick={() => confirm.mutate({ version: config.version })}
        >
          Xác nhận cấu hình
        </Act>
      }
    >
      {config.updated_by_name} đã sửa cấu hình. Cho đến khi được xác nhận, kết quả vẫn được nhận nhưng mỗi kỳ chờ người
      xác nhận.
    </Banner>
  )
}

function ConfigForm({ config }: { config: KenoResultRow }) {
  const { can } = useRights()
  const record = useSettingsForm({
    call: kenoResult.update,
    row: config,
    fields: sections,
    onSaved: () => void toast.success('Đã lưu cấu hình kết quả Keno.'),
  })
  // The history has no keys, so the current keys stay.
  const fillWith = ({ before }: SettingChangeRow) => {
    for (const [name, value] of Object.entries(before ?? {}))
      if (name in KenoResult.shape) record.form.setFieldValue(name, value as never)
  }
  const keyHint = (has_key: boolean) =>
    has_key ? 'Đã có khóa, để trống nếu không đổi' : 'Khóa ký mà nguồn cấp cho bạn'
  return (
    <Split side="right" aside={<Aside config={config} onRevert={can(kenoResult.update) ? fillWith : undefined} />}>
      <Stack>
        <Confirmation config={config} />
        <SettingsPanel
          record={record}
          fields={sections}
          hints={{
            status: 'Keno 8 phút, Bingo18 6 phút một kỳ: không gõ tay kịp',
            first_key: keyHint(config.first_has_key),
            second_key: keyHint(config.second_has_key),
            wait_seconds: 'Quá số giây này, kỳ chưa có kết quả hiện ở “Đang chờ bạn”',
          }}
        />
      </Stack>
    </Split>
  )
}

interface AsideProps {
  config: KenoResultRow
  onRevert: ((change: SettingChangeRow) => void) | undefined
}

function Aside({ config, onRevert }: AsideProps) {
  const sources = config.sources.filter((source) => hasAddress(config, source.source))
  return (
    <Stack>
      <Panel title="Tình trạng nguồn">
        {sources.length === 0 ? (
          <Text tone="muted">Chưa có địa chỉ nguồn nào.</Text>
        ) : (
          <RecordList items={sources.map(sourceItem)} />
        )}
      </Panel>
      <SettingHistory changes={config.history} linesOf={linesOf} fills onRevert={onRevert} />
    </Stack>
  )
}

const hasAddress = (config: KenoResultRow, source: 1 | 2) =>
  (source === 1 ? config.first_url : config.second_url) != null

const faults: Readonly<Record<string, string>> = {
  timeout: 'Không trả lời kịp',
  network: 'Không nối được',
  signature: 'Chữ ký sai',
  mismatch: 'Câu trả lời không hiểu được',
  breaker: 'Tạm ngừng hỏi vì lỗi liên tiếp',
}

function sourceItem({ source, queried_at, answered_at, fault }: KenoResultRow['sources'][number]) {
  const title = source === 1 ? 'Nguồn chính' : 'Nguồn đối chiếu'
  const answer =
    answered_at === null ? 'Chưa trả lời lần nào' : `Trả lời lúc ${momentText(answered_at)} (${agoText(answered_at)})`
  const badge =
    queried_at === null ? (
      <Badge>Chưa hỏi</Badge>
    ) : fault === null ? (
      <Badge tone="green">Đang trả lời</Badge>
    ) : (
      <Badge tone="red">{faults[fault] ?? 'Lỗi'}</Badge>
    )
  return { key: source, title, badge, lines: [answer] }
}
