import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { location } from '#features/partners/location/location.contract.ts'
import { calls, write } from '#contract/call.ts'
import {
  accountNumber,
  activation,
  count,
  day,
  id,
  link,
  money,
  note,
  optional,
  phone,
  richText,
  text,
  timeOfDay,
} from '#contract/fields.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { check } from '#contract/wire.ts'
import { queryClient } from '#web/call/api.ts'
import { Fields } from '#web/form/editor-dialog.tsx'
import type { Section } from '#web/form/editor-dialog.tsx'
import type { Values } from '#web/form/editor-values.ts'
import { show } from '#web/value/kinds.tsx'
import { signedIn } from '#web/session/session.ts'
import { Button } from '#web/ui/action/button.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { beginSession, dropDraftOf } from '#web/form/editor-session.ts'
import { useRecordForm } from '#web/form/use-record-form.tsx'

/** A record with every kind of value that is typed. Nothing answers this call: what was entered is shown below the buttons. */
const sample = calls('playground', {
  add: write('POST add', {
    title: 'Bản ghi mẫu',
    may: 'public',
    input: z.object({
      name: text('Tên điểm bán', 100),
      phone: phone('Số điện thoại'),
      province_id: optional(id('Tỉnh/Thành phố')),
      district_id: optional(id('Quận/Huyện')),
      address: optional(text('Địa chỉ', 255)),
      status: activation(),
      opened_on: optional(day('Ngày khai trương')),
      open_time: timeOfDay('Giờ mở cửa'),
      close_time: optional(timeOfDay('Giờ đóng cửa')),
      devices: optional(count('Số thiết bị', 50)),
      limit: optional(money('Hạn mức')),
      account_number: optional(accountNumber('Số tài khoản')),
      website: optional(link('Trang giới thiệu')),
      note: optional(note('Ghi chú', 200)),
      guide: optional(richText('Hướng dẫn bán hàng', 20_000)),
    }),
  }),
})

const sections: Section[] = [
  { title: 'Điểm bán', fields: ['name', 'phone', 'province_id', 'district_id', 'address', 'status', 'opened_on'] },
  { title: 'Hoạt động', fields: ['open_time', 'close_time', 'devices', 'limit', 'account_number', 'website'] },
  { title: 'Nội dung', fields: ['note', 'guide'] },
]
const fields = sections.flatMap((section) => section.fields)

const choices = {
  province_id: choicesOf(location.province, (row) => ({ value: row.province_id, label: row.province_name })),
  district_id: choicesOf(location.district, (row) => ({ value: row.district_id, label: row.district_name }), {
    by: 'province_id',
  }),
}
const placeless = sections.map((section) => ({
  ...section,
  fields: section.fields.filter((name) => !(name in choices)),
}))

export function RecordFormPanel() {
  const [opened, open] = useState<'dialog' | 'drawer' | null>(null)
  const [entered, setEntered] = useState<Values | null>(null)
  return (
    <Panel title="Biểu mẫu nhiều trường">
      <Stack>
        <Row>
          <Button onClick={() => open('dialog')}>Mở hộp thoại</Button>
          <Button onClick={() => open('drawer')}>Mở ngăn bên</Button>
          {!signedIn() && <Text tone="muted">Đăng nhập để thử chọn tỉnh và quận.</Text>}
        </Row>
        {entered && <Entered values={entered} />}
      </Stack>
      {opened && (
        <QueryClientProvider client={queryClient}>
          <SampleForm
            edge={opened === 'drawer'}
            onClose={() => open(null)}
            onEntered={(values) => {
              setEntered(values)
              open(null)
            }}
          />
        </QueryClientProvider>
      )}
    </Panel>
  )
}

interface SampleFormProps {
  edge: boolean
  onClose: () => void
  onEntered: (values: Values) => void
}

function SampleForm({ edge, onClose, onEntered }: SampleFormProps) {
  const [session] = useState(() => beginSession({ add: sample.add, blank: { status: 1 } }, null))
  const record = useRecordForm({ session, fields, choices, onSaved: onClose })
  const { form, changed, restored } = { ...record, restored: record.session.restored }
  const close = () => {
    dropDraftOf(session)
    onClose()
  }
  const submit = () => {
    const result = check(sample.add.input, form.values)
    if (!result.ok) return form.setErrors(result.fields)
    dropDraftOf(session)
    onEntered(result.value)
  }
  return (
    <Dialog
      open
      title="Thêm điểm bán"
      {...(restored && { description: 'Đã khôi phục nội dung đang nhập dở.' })}
      size="lg"
      edge={edge}
      dirty={changed}
      onClose={close}
      onSubmit={submit}
    >
      <Fields
        record={record}
        fields={signedIn() ? sections : placeless}
        choices={choices}
        hints={{ account_number: 'Không lưu trong bản nháp', open_time: 'Gõ 7h30 hoặc 0730 cũng được' }}
      />
    </Dialog>
  )
}

function Entered({ values }: { values: Values }) {
  const shape = shapeOf(sample.add.input)
  return (
    <Stack>
      <DescriptionList
        columns={3}
        items={fields.map((name) => {
          const info = infoOf(shape[name]!)!
          return { label: info.label, value: show(info, values[name]), wide: name === 'guide' }
        })}
      />
      {typeof values.guide === 'string' && <RichText html={values.guide} />}
    </Stack>
  )
}
