/** The form of settings that are a single record, on the page itself. */
import { useEffect, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { Act } from '#web/action/act.tsx'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Fields, type FieldsProps } from './editor-dialog.tsx'
import { beginSession } from './editor-session.ts'
import { restored_text } from './restored-text.ts'
import { useRecordForm, type RecordForm } from './use-record-form.tsx'

interface SettingsSetup {
  /** The call that saves the settings. */
  call: Call<'write'>
  row: { version: number }
  fields: FieldsProps['fields']
  invalidates?: readonly string[]
  onSaved: () => void
}

/** The state of a settings form. */
export function useSettingsForm({ call, row, fields, invalidates, onSaved }: SettingsSetup): RecordForm {
  const setup = { update: call }
  const [session] = useState(() => beginSession(setup, row))
  const names = fields.flatMap((field) => (typeof field === 'string' ? field : field.fields))
  const record = useRecordForm({
    session,
    fields: names,
    invalidates,
    // What was saved is shown, which is not what was typed where another person must confirm it first.
    onSaved: (saved, later_values) => {
      record.reopen(beginSession(setup, saved as SettingsSetup['row']), later_values)
      onSaved()
    },
  })
  const { changed, reopen } = record
  // Another person's change is shown at once while nothing was edited here; otherwise saving reports the conflict.
  const newer = !changed && row.version > Number(record.session.base.version)
  useEffect(() => {
    if (newer) reopen(beginSession(setup, row))
  })
  return record
}

interface SettingsPanelProps extends Pick<FieldsProps, 'record' | 'fields' | 'hints'> {
  title?: string
  saveText?: string
  /** Fills the remaining height; the fields scroll. */
  fill?: boolean
}

/** The panel with the form and its save button. */
export function SettingsPanel({ record, fields, hints, title, saveText = 'Lưu', fill }: SettingsPanelProps) {
  const { can } = useRights()
  const { changed, pending, session } = record
  return (
    <Panel
      {...(title !== undefined && { title })}
      {...(fill && { fill, scroll: true })}
      footer={
        <Row>
          <Spacer />
          {changed && <Button onClick={record.revert}>Bỏ thay đổi</Button>}
          <Act
            call={session.call}
            variant="primary"
            busy={pending}
            whyNot={!changed && 'Chưa có thay đổi nào.'}
            aria-keyshortcuts={ariaKeys(keys.save)}
            onClick={record.save}
          >
            {saveText}
          </Act>
        </Row>
      }
    >
      <Stack>
        {session.restored && <Banner kind="info">{restored_text}</Banner>}
        <Fields record={record} fields={fields} readOnly={!can(session.call)} {...(hints && { hints })} />
      </Stack>
      {record.conflict}
    </Panel>
  )
}
