/** The data about one person: read only on request, because each look is logged; handed over; erased by two persons. */
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import { localPhone } from '#contract/text/phone-text.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { RejectDialog } from '#web/action/reject-dialog.tsx'
import { rejectVerb } from '#web/action/reject-verb.ts'
import { useWrite } from '#web/call/api.ts'
import { saveFile } from '#web/excel/export/save-file.ts'
import { useFields } from '#web/form/use-fields.ts'
import { RecordSection } from '#web/record/record-view.tsx'
import { useRights } from '#web/session/rights.ts'
import { momentText, numberText, phoneText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { erasureLife, Person, personalData } from './personal-data.contract.ts'

type CustomerData = AnswerOf<typeof personalData.find>

/** Calls that show customers: their answers change once a customer is erased. */
const invalidates = [...money_lists, 'cms/group_vip_account', 'cms/history', 'cms/order', 'cms/telecom']

/** @param msisdn empty where it is still to be typed */
export default function PersonDialog({ msisdn, onClose }: { msisdn: string; onClose: () => void }) {
  const [customer, setCustomer] = useState<CustomerData | null>(null)
  const form = useFields(Person)
  const find = useWrite(personalData.find, {
    onSuccess: setCustomer,
  })
  const search = (number: string) => find.mutate({ msisdn: [number] })
  if (customer)
    return (
      <Dialog
        open
        edge
        size="lg"
        onClose={onClose}
        title={`Dữ liệu cá nhân ${phoneText(customer.msisdn)}`}
        footer={<Button onClick={onClose}>Đóng</Button>}
      >
        <PersonalDataOf customer={customer} again={() => search(customer.msisdn)} onDone={onClose} />
      </Dialog>
    )
  const number = form.field('number')
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title="Dữ liệu cá nhân"
      {...(msisdn !== '' && { description: phoneText(msisdn) })}
      saveLabel="Xem"
      saving={find.pending}
      onSubmit={() => (msisdn === '' ? form.submit((typed) => search(typed.number)) : search(msisdn))}
    >
      <Stack>
        {msisdn === '' && (
          <Field label={number.label} required error={number.error}>
            <TextInput value={number.value} onChange={number.onChange} type="tel" />
          </Field>
        )}
        <Banner kind="info">Mỗi lần xem được ghi vào nhật ký thao tác với tên của bạn.</Banner>
      </Stack>
    </Dialog>
  )
}

interface Parts {
  customer: CustomerData
  again: () => void
  onDone: () => void
}

function PersonalDataOf({ customer, again, onDone }: Parts) {
  const { msisdn, data_kinds, obstacles, waiting } = customer
  const [isAsking, setAsking] = useState(false)
  const handOver = useWrite(personalData.handOver, {
    onSuccess: ({ parts }) =>
      void fileOf(parts).then((file) => saveFile(file, `du-lieu-ca-nhan-${localPhone(msisdn)}.xlsx`)),
  })
  const isEmpty = data_kinds.length === 0
  const hasAll = data_kinds.every(({ total, kept }) => total === kept)
  return (
    <Stack>
      {waiting && <WaitingRequest request={waiting} obstacles={obstacles} onDone={onDone} />}
      {obstacles.length > 0 && (
        <Banner kind="warning" title="Chưa xóa được">
          {obstacles.join(' ')}
        </Banner>
      )}
      <Row>
        <Act
          call={personalData.handOver}
          icon="download"
          busy={handOver.pending}
          whyNot={isEmpty && 'Không giữ dữ liệu nào của số này.'}
          onClick={() => handOver.mutate({ msisdn: [msisdn] })}
        >
          Xuất file excel
        </Act>
        {!waiting && (
          <Act
            call={personalData.ask}
            icon="trash"
            variant="danger"
            whyNot={(hasAll && 'Không có dữ liệu nào xóa được cho số này.') || obstacles[0]}
            onClick={() => setAsking(true)}
          >
            Xóa theo yêu cầu
          </Act>
        )}
      </Row>
      <DataKinds data_kinds={data_kinds} />
      <Text tone="muted" size="sm">
        Nhật ký thao tác, tin nhắn của cổng chi trả và bản sao lưu giữ những gì đã ghi cho đến hạn của chúng: chúng
        chứng minh ai đã làm gì, và sửa đi thì không còn chứng minh được.
      </Text>
      {isAsking && (
        <Ask
          msisdn={msisdn}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            again()
          }}
        />
      )}
    </Stack>
  )
}

function DataKinds({ data_kinds }: Pick<Parts['customer'], 'data_kinds'>) {
  return (
    <RecordSection title="Đang giữ">
      {data_kinds.length === 0 ? (
        <Text tone="muted">Không giữ dữ liệu nào của số này.</Text>
      ) : (
        <RecordList
          items={data_kinds.map(({ title, fields, total, kept, effect, ground }) => ({
            key: title,
            icon: kept === total ? ('lock' as const) : ('document' as const),
            title: `${title}: ${numberText(total)} dòng`,
            lines: [
              `Gồm ${fields}.`,
              ...(kept < total ? [`Khi xóa: ${effect}`] : []),
              ...(kept > 0 ? [`Giữ ${numberText(kept)} dòng. ${ground ?? ''}`] : []),
            ],
          }))}
        />
      )}
    </RecordSection>
  )
}

function Ask({ msisdn, onClose, onDone }: { msisdn: string; onClose: () => void; onDone: () => void }) {
  const ask = useAct(personalData.ask, { success: 'Đã lập yêu cầu. Cần người thứ hai xác nhận.', invalidates, onDone })
  return (
    <ReasonDialog
      title="Xóa dữ liệu cá nhân theo yêu cầu"
      description={phoneText(msisdn)}
      // What is typed is stored under it: not under the whole number, which is to be erased.
      about={msisdn.slice(-3)}
      field={personalData.ask.input.shape.reason}
      emptyText="Hãy ghi lý do."
      hint="Ai yêu cầu, khi nào, và bạn đã xác minh người đó bằng cách nào?"
      saveLabel="Lập yêu cầu"
      saving={ask.pending}
      onSubmit={(reason) => ask.mutate({ msisdn: [msisdn], reason })}
      onClose={onClose}
    >
      <Text>Chưa có gì bị xóa cho đến khi người thứ hai xác nhận. Sau đó không lấy lại được.</Text>
    </ReasonDialog>
  )
}

interface WaitingRequestProps {
  request: NonNullable<CustomerData['waiting']>
  obstacles: readonly string[]
  onDone: () => void
}

function WaitingRequest({ request, obstacles, onDone }: WaitingRequestProps) {
  const { me } = useRights()
  const [isRejecting, setRejecting] = useState(false)
  const { erasure_id, version, created_by, created_by_name, created_at, reason } = request
  const approve = useAct(personalData.approve, { success: 'Đã xóa dữ liệu cá nhân theo yêu cầu.', invalidates, onDone })
  const confirmFirst = async () => {
    const message = 'Họ tên, số và tài khoản được thay ở những dòng xóa được. Không lấy lại được.'
    if (await confirm({ title: 'Xóa dữ liệu cá nhân?', message, confirmLabel: 'Xóa', danger: true }))
      approve.mutate({ erasure_id, version })
  }
  return (
    <Stack gap={2}>
      <Banner kind="warning" title="Yêu cầu xóa đang chờ người thứ hai">
        {`${created_by_name ?? ''} lập lúc ${momentText(created_at)}. Lý do: ${reason}`}
      </Banner>
      <Row>
        <Act
          call={personalData.approve}
          variant="danger"
          busy={approve.pending}
          whyNot={whyNot(erasureLife.moves.approve, request, me)?.message ?? obstacles[0]}
          onClick={() => void confirmFirst()}
        >
          Xác nhận xóa
        </Act>
        <Act call={personalData.reject} onClick={() => setRejecting(true)}>
          {rejectVerb(request, me)}
        </Act>
      </Row>
      {isRejecting && (
        <RejectDialog
          call={personalData.reject}
          input={{ erasure_id, version }}
          created_by={created_by}
          request_name="yêu cầu xóa"
          onDone={onDone}
          onClose={() => setRejecting(false)}
        >
          <Text>Dữ liệu vẫn như cũ.</Text>
        </RejectDialog>
      )}
    </Stack>
  )
}

const columns = [
  { head: 'Loại dữ liệu', format: 'text' },
  { head: 'Dòng', format: 'number' },
  { head: 'Mục', format: 'text' },
  { head: 'Giá trị', format: 'text' },
] as const

/** One readable sheet: a line for each value. */
async function fileOf(parts: AnswerOf<typeof personalData.handOver>['parts']): Promise<Blob> {
  const book = new WorkbookWriter(columns)
  for (const part of parts)
    await book.add(
      part.rows.flatMap((cells, n) =>
        cells.flatMap((cell, index) => (cell === null ? [] : [[part.title, n + 1, part.columns[index]!, cell]])),
      ),
    )
  return book.finish()
}
