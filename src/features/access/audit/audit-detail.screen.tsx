/** One line of the log: who, when, from where; what was sent, what it changed, and its place in the hash chain. */
import type { ReactNode } from 'react'
import { useRead } from '#web/api.ts'
import { RowChanges } from '#web/changes.tsx'
import { deviceText } from '#web/device.ts'
import { fullMomentText } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Heading, Mono, Text } from '#web/ui/text.tsx'
import { useNames } from '#web/use-names.ts'
import { idIn } from '#web/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import { messageOf } from '#contract/errors.ts'
import { audit } from './audit.contract.ts'
import type { Change } from './audit.rules.ts'

type Entry = AnswerOf<typeof audit.detail>

export function AuditDetailDrawer({ opened, onClose }: { opened: string | null; onClose: () => void }) {
  const audit_id = idIn(opened)
  const enabled = audit_id > 0
  const detail = useRead(audit.detail, { audit_id }, { enabled, fresh: Infinity })
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      size="lg"
      title={detail.data?.title ?? 'Chi tiết nhật ký'}
      description={detail.data && fullMomentText(detail.data.at)}
    >
      {detail.isPending && <Skeleton lines={8} />}
      {detail.isError && (
        <EmptyState
          kind="error"
          message={detail.error.message}
          transid={detail.error.transid}
          onRetry={() => void detail.refetch()}
        />
      )}
      {detail.data && <EntryDetail entry={detail.data} />}
    </Drawer>
  )
}

function EntryDetail({ entry }: { entry: Entry }) {
  const nameOf = useNames()
  const changes = entry.changes as Change[]
  return (
    <Stack gap={5}>
      <DescriptionList
        columns={1}
        items={[
          { label: 'Kết quả', value: <Outcome code={entry.code} /> },
          { label: 'Người thực hiện', value: entry.user_name ?? 'Không đăng nhập' },
          { label: 'API', value: <Mono>{entry.call}</Mono> },
          { label: 'Địa chỉ IP', value: entry.source },
          { label: 'Thiết bị', value: deviceText(entry.user_agent) },
          { label: 'Mã yêu cầu', value: <Copyable text={entry.transid} label="Sao chép mã yêu cầu" /> },
        ]}
      />
      <Section title={`Thay đổi (${entry.change_count})`}>
        {changes.length > 0 ? (
          <RowChanges changes={changes} nameOf={nameOf} />
        ) : (
          <Text tone="muted">Thao tác này không thay đổi dữ liệu nào.</Text>
        )}
      </Section>
      <Section title="Dữ liệu gửi lên">
        <CodeBlock label="Dữ liệu gửi lên">{JSON.stringify(entry.input ?? {}, withoutNothing, 2)}</CodeBlock>
      </Section>
      <Section title="Chuỗi băm">
        <DescriptionList
          columns={1}
          items={[
            { label: 'Mã nhật ký', value: String(entry.audit_id) },
            { label: 'Chuỗi', value: String(entry.chain) },
            { label: 'Thứ tự', value: String(entry.seq) },
            { label: 'Mã băm', value: <Copyable text={entry.hash} label="Sao chép mã băm" /> },
          ]}
        />
      </Section>
    </Stack>
  )
}

/** What was left out says nothing. */
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

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Heading level={3}>{title}</Heading>
      {children}
    </Stack>
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
