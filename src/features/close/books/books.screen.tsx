/** Settings: when closings are prepared, and the book accounts by kind of posting. */
import { useState, type ReactNode } from 'react'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { textOf } from '#web/value/format.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { TimeInput } from '#web/ui/date/time-input.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useRights } from '#web/session/rights.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { accountKindChoice, books, postingChoice } from './books.contract.ts'

const [postings, kinds] = [infoOf(postingChoice()), infoOf(accountKindChoice())]

type Settings = AnswerOf<typeof books.settings>

export default function Books({ tabs }: { tabs: ReactNode }) {
  const read = useRead(books.settings, {})
  return (
    <>
      <PageHeader title={dayClosePage.title} actions={tabs} />
      <ReadFallback read={read} lines={10} />
      {read.data && (
        <Stack gap={3}>
          <PrepareTime settings={read.data} />
          <BookAccounts accounts={read.data.accounts} />
        </Stack>
      )}
    </>
  )
}

/** The time at which the closing of the previous day is prepared. */
function PrepareTime({ settings }: { settings: Settings }) {
  const { can } = useRights()
  /** Undefined until a person types; null for an empty field. */
  const [typed_time, setTypedTime] = useState<string | null | undefined>(undefined)
  const save = useAct(books.updateSettings, {
    success: 'Đã đổi giờ tự tính.',
    onDone: () => setTypedTime(undefined),
  })
  const prepare_at = typed_time === undefined ? settings.prepare_at : typed_time
  return (
    <Panel title="Giờ tự tính">
      <Row gap={3} align="end">
        <Field label="Giờ tự tính ngày hôm trước" width="md">
          <TimeInput value={prepare_at} onChange={setTypedTime} readOnly={!can(books.updateSettings)} />
        </Field>
        <Act
          call={books.updateSettings}
          variant="primary"
          aria-keyshortcuts={ariaKeys(keys.save)}
          busy={save.pending}
          whyNot={(prepare_at === null && 'Hãy nhập giờ.') || (prepare_at === settings.prepare_at && 'Giờ chưa đổi.')}
          onClick={() => save.mutate({ prepare_at: prepare_at!, version: settings.version })}
        >
          Lưu
        </Act>
      </Row>
      <Text size="sm" tone="muted">
        Ngày nào bị lỡ được tính bù theo thứ tự.
      </Text>
    </Panel>
  )
}

function BookAccounts({ accounts }: Pick<Settings, 'accounts'>) {
  const { can } = useRights()
  const editor = useEditor({ add: books.updateAccount, update: books.updateAccount, blank: { posting: 0 } })
  return (
    <>
      <Panel
        title="Tài khoản kế toán"
        flush
        actions={
          <Act call={books.updateAccount} variant="primary" icon="plus" onClick={() => editor.open()}>
            Thêm dòng
          </Act>
        }
      >
        <Table
          label="Tài khoản kế toán"
          rows={accounts}
          rowKey={({ posting, account_kind }) => `${posting}:${account_kind}`}
          columns={[
            { key: 'posting', head: 'Loại bút toán', width: 200, cell: ({ posting }) => textOf(postings, posting) },
            {
              key: 'account_kind',
              head: 'Loại tài khoản sổ cái',
              width: 240,
              grow: true,
              cell: ({ account_kind }) => textOf(kinds, account_kind),
            },
            {
              key: 'account_number',
              head: 'Số tài khoản kế toán',
              width: 180,
              cell: ({ account_number }) => account_number,
            },
          ]}
          {...(can(books.updateSettings) && {
            actionsWidth: 48,
            actions: (row: Settings['accounts'][number]) => (
              <IconButton icon="pencil" label="Sửa" onClick={() => editor.open(row)} />
            ),
          })}
        />
      </Panel>
      <Editor editor={editor} noun="tài khoản kế toán" fields={['posting', 'account_kind', 'account_number']} />
    </>
  )
}
