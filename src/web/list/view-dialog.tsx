/** The dialog that saves or renames a view and shares it. */
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { check } from '#contract/wire.ts'
import { listView } from '#contract/web-calls/list-view.ts'
import { useWrite } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { Refusal, type SendFailure } from '#web/call/send.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { toast } from '#web/ui/message/toast-store.ts'

export type View = AnswerOf<typeof listView.list>['items'][number]

interface ViewDialogProps {
  list_name: string
  query: string
  /** The view to edit; null for a new one. */
  view: View | null
  /** The list's keyword is a phone or account number, which is not saved in a view. */
  keywordLeftOut: boolean
  onClose: () => void
  onSaved: (view: View) => void
}

export default function ViewDialog({ list_name, query, view, keywordLeftOut, onClose, onSaved }: ViewDialogProps) {
  const [view_name, setName] = useState(view?.view_name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [problem, setProblem] = useState<string | null>(null)
  const handlers = {
    onSuccess: (saved: View) => {
      toast.success(`Đã lưu chế độ xem “${saved.view_name}”.`)
      onSaved(saved)
      onClose()
    },
    onFailure: (failure: SendFailure, _input: unknown, retry: () => void) => {
      const message = failure instanceof Refusal ? failure.data?.fields?.view_name : undefined
      if (message) setProblem(message)
      else showFailure(failure, { retry })
    },
  }
  const add = useWrite(listView.add, handlers)
  const update = useWrite(listView.update, handlers)
  const submit = view ? update : add

  function save() {
    const draft = { list_name, view_name, shared, query }
    const result = check(listView.add.input, draft)
    if (!result.ok) return setProblem(result.fields.view_name ?? Object.values(result.fields)[0] ?? null)
    if (!view) return add.mutate(draft)
    const { list_view_id, version } = view
    update.mutate({ list_view_id, version, view_name, shared, query: view.query })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={view ? 'Sửa chế độ xem' : 'Lưu chế độ xem'}
      {...(!view && { description: 'Giữ bộ lọc, thứ tự và số bản ghi đang hiển thị dưới một cái tên.' })}
      dirty={view_name !== (view?.view_name ?? '') || shared !== (view?.shared ?? false)}
      saving={submit.pending}
      onSubmit={save}
    >
      <Stack>
        <Field label="Tên chế độ xem" required error={problem}>
          <TextInput
            value={view_name}
            maxLength={50}
            onChange={(name) => {
              setName(name)
              setProblem(null)
            }}
          />
        </Field>
        <Checkbox checked={shared} onChange={setShared} label="Dùng chung với mọi người mở được danh sách này" />
        {keywordLeftOut && !view && (
          <Banner kind="info">Từ khóa là số điện thoại hoặc số tài khoản nên không được lưu vào chế độ xem.</Banner>
        )}
      </Stack>
    </Dialog>
  )
}
