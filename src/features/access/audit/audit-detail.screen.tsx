/** One entry of the log: who, when, from where; the input, the changes, and its place in the hash chain. */
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { deviceText } from '#web/session/device.ts'
import { fullMomentText } from '#web/value/format.ts'
import { Badge } from '#web/ui/show/badge.tsx'
import { CodeBlock } from '#web/ui/show/code-block.tsx'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { idIn } from '#web/list/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import { messageOf } from '#contract/errors.ts'
import { audit } from './audit.contract.ts'
import type { Change } from './audit.rules.ts'
import { useNames } from './record-names.screen.tsx'
import { RowChanges } from './row-changes.screen.tsx'

type Entry = AnswerOf<typeof audit.detail>

export interface AuditDetailProps {
  record: OpenRecord
}

export default function AuditDetail({ record }: AuditDetailProps) {
  const audit_id = idIn(record.id)
  const detail = useRead(audit.detail, { audit_id }, { enabled: audit_id > 0, fresh_ms: Infinity })
  const title = detail.data?.title ?? 'Chi tiết nhật ký'
  return (
    <RecordDrawer record={record} read={detail} row={detail.data} title={title}>
      {(entry) => <EntryView entry={entry} />}
    </RecordDrawer>
  )
}

function EntryView({ entry }: { entry: Entry }) {
  const changes = entry.changes as Change[]
  const nameOf = useNames(changes)
  return (
    <RecordView
      headline={entry.subject ?? undefined}
      note={fullMomentText(entry.at)}
      facts={[
        { label: 'Người thực hiện', value: entry.user_name ?? 'Không đăng nhập' },
        { label: 'Kết quả', value: <Outcome code={entry.code} /> },
        { label: 'Địa chỉ IP', value: entry.source },
        { label: 'Thiết bị', value: deviceText(entry.user_agent) },
      ]}
    >
      <RecordSection title={`Thay đổi (${entry.change_count})`}>
        {changes.length > 0 ? (
          <RowChanges changes={changes} nameOf={nameOf} />
        ) : (
          <Text tone="muted">Thao tác này không thay đổi dữ liệu nào.</Text>
        )}
      </RecordSection>
      <RecordSection title="Dữ liệu gửi lên" note={<Mono>{entry.call}</Mono>}>
        <CodeBlock label="Nội dung gửi lên">{JSON.stringify(entry.input ?? {}, withoutNothing, 2)}</CodeBlock>
      </RecordSection>
      <RecordSection
        title="Chuỗi băm"
        items={[
          { label: 'Mã nhật ký', value: String(entry.audit_id) },
          { label: 'Chuỗi', value: `${entry.chain}, thứ tự ${entry.seq}` },
          { label: 'Mã yêu cầu', value: <Copyable text={entry.transid} label="Sao chép mã yêu cầu" />, wide: true },
          { label: 'Mã băm', value: <Copyable text={entry.hash} label="Sao chép mã băm" />, wide: true },
        ]}
      />
    </RecordView>
  )
}

/** Fields that were left out are not shown. */
function withoutNothing(_name: string, value: unknown): unknown {
  return value ?? undefined
}

function Outcome({ code }: { code: number }) {
  if (code === 0) return <Badge tone="green">Thành công</Badge>
  return (
    <Row>
      <Badge tone="red">Từ chối</Badge>
      <Text as="span">
        {messageOf(code) ?? 'Lỗi không rõ'} (mã {code})
      </Text>
    </Row>
  )
}

function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <Row gap={1} wrap={false}>
      <Mono>{text}</Mono>
      <CopyButton text={text} label={label} />
    </Row>
  )
}
