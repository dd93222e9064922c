/**
 * Matches a line with a request by hand: opened from one of the two, the person chooses the other and compares both.
 */
import { useState, type ReactNode } from 'react'
import { useAct } from '#web/action/act.tsx'
import { useRead, type ReadResult } from '#web/call/api.ts'
import { momentText, phoneText } from '#web/value/format.ts'
import { ReasonField, useReason } from '#web/action/reason-field.tsx'
import { useRights } from '#web/session/rights.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { RadioGroup } from '#web/ui/field/radio-group.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { ChosenSides, Differences } from '#features/wallets/statement/comparison.screen.tsx'
import type { BankLineRow } from '#features/wallets/statement/line-row.screen.tsx'
import { Candidate, lineStatus, statement } from '#features/wallets/statement/statement.contract.ts'
import { isSecondPerson, whyNotImporter } from '#features/wallets/statement/statement.rules.ts'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { deposits, depositStatus, type DepositRow } from './deposit.contract.ts'
import { SecondPerson } from './second-person.screen.tsx'

type MatchDialogProps = ({ line: BankLineRow; deposit?: never } | { deposit: DepositRow; line?: never }) & {
  onClose: () => void
}

export default function MatchDialog(props: MatchDialogProps) {
  return props.line ? <MatchOfLine line={props.line} onClose={props.onClose} /> : <MatchOfDeposit {...props} />
}

const signs = ['is_named', 'same_amount', 'phone_in_content', 'similar_name'] as const

/**
 * Chooses a request for a line, among those that fit or that a keyword finds. The one that the line names is
 * preselected.
 */
function MatchOfLine({ line, onClose }: { line: BankLineRow; onClose: () => void }) {
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<DepositRow | null>(null)
  const { bank_transaction_id, reference } = line
  const read = useRead(
    statement.candidates,
    { bank_transaction_id, ...(keyword && { keyword }) },
    { keepPrevious: true },
  )
  const items = read.data?.items ?? []
  const deposit = chosen ?? items.find(({ is_named }) => is_named) ?? null
  return (
    <MatchForm line={line} deposit={deposit} description={`Giao dịch ${reference}`} onClose={onClose}>
      <ChoiceList
        label="Yêu cầu"
        hint="mã nạp, khách hàng, SĐT"
        empty_text="Không có yêu cầu đang chờ nào hợp với giao dịch này."
        keyword={keyword}
        onKeyword={setKeyword}
        read={read}
        value={deposit?.transfer_id ?? null}
        onChange={(id) => setChosen(items.find(({ transfer_id }) => transfer_id === id)!)}
        options={items.map((item) => ({
          value: item.transfer_id,
          label: `${item.content} · ${moneyText(item.amount)} · ${item.full_name}`,
          hint: [
            phoneText(item.msisdn),
            momentText(item.created_at),
            ...signs.filter((sign) => item[sign]).map((sign) => infoOf(Candidate.shape[sign])!.label),
          ].join(' · '),
        }))}
      />
    </MatchForm>
  )
}

/** Chooses a line for a request, among those that wait for a person. */
function MatchOfDeposit({ deposit, onClose }: { deposit: DepositRow; onClose: () => void }) {
  const [keyword, setKeyword] = useState('')
  const [line, setLine] = useState<BankLineRow | null>(null)
  const filter = { status: lineStatus.waiting, part: 'rows', ...(keyword && { keyword }) } as const
  const read = useRead(statement.list, filter, { keepPrevious: true })
  const items = read.data?.items ?? []
  return (
    <MatchForm line={line} deposit={deposit} description={`Yêu cầu ${deposit.content}`} onClose={onClose}>
      <ChoiceList
        label="Giao dịch"
        hint="mã GD, nội dung, bên chuyển"
        empty_text="Không có giao dịch nào đang chờ xử lý."
        keyword={keyword}
        onKeyword={setKeyword}
        read={read}
        value={line?.bank_transaction_id ?? null}
        onChange={(id) => setLine(items.find(({ bank_transaction_id }) => bank_transaction_id === id)!)}
        options={items.map((item) => ({
          value: item.bank_transaction_id,
          label: `${item.reference} · ${moneyText(item.credit ?? 0)}`,
          hint: [momentText(item.at), item.content, item.counter_name].filter(Boolean).join(' · '),
        }))}
      />
    </MatchForm>
  )
}

interface MatchFormProps {
  line: BankLineRow | null
  deposit: DepositRow | null
  description: string
  onClose: () => void
  children: ReactNode
}

const question = { field: deposits.update.input.shape.note, emptyText: null }

/** The statement line, the request, and the person's note. */
function MatchForm({ line, deposit, description, onClose, children }: MatchFormProps) {
  const { me } = useRights()
  const [agreed, setAgreed] = useState(false)
  const reason = useReason(question, `Khớp thủ công ${description}`)
  const match = useAct(deposits.update, {
    success: 'Đã khớp giao dịch với yêu cầu.',
    invalidates: money_lists,
    onDone: onClose,
  })
  const credit = line?.credit ?? 0
  const differs = line !== null && deposit !== null && credit !== deposit.amount
  const whyNot =
    (deposit === null && 'Chưa chọn yêu cầu.') ||
    (line === null && 'Chưa chọn giao dịch.') ||
    (line && whyNotImporter(line, me)) ||
    (differs && !agreed && 'Số tiền khác nhau: hãy đồng ý nạp theo tiền về.') ||
    reason.whyNot

  function save() {
    if (!line || !deposit) return
    const { transfer_id, version } = deposit
    match.mutate({
      transfer_id,
      version,
      status: depositStatus.done,
      bank_transaction_id: line.bank_transaction_id,
      amount: differs ? credit : null,
      note: reason.text.trim() || null,
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Khớp thủ công"
      description={description}
      size="lg"
      dirty={reason.changed || agreed}
      saveLabel={line ? `Nạp ${moneyText(credit)}` : 'Nạp tiền'}
      saving={match.pending}
      saveWhyNot={whyNot}
      onSubmit={save}
    >
      <Stack gap={4}>
        <ChosenSides line={line} request={deposit} />
        {children}
        {/* Below the list, which must not move under the pointer when something is chosen. */}
        {line && deposit && <Differences line={line} request={deposit} />}
        {differs && <Checkbox checked={agreed} onChange={setAgreed} label={`Nạp ${moneyText(credit)} theo tiền về`} />}
        <ReasonField reason={reason} />
        {line && (
          <SecondPerson amount={credit} is_second={deposit !== null && isSecondPerson(line, deposit.transfer_id)} />
        )}
      </Stack>
    </Dialog>
  )
}

interface ChoiceListProps {
  label: string
  /** The results of a keyword. */
  hint: string
  empty_text: string
  keyword: string
  onKeyword: (text: string) => void
  read: ReadResult<typeof statement.candidates> | ReadResult<typeof statement.list>
  value: number | null
  onChange: (id: number) => void
  options: readonly { value: number; label: string; hint: string }[]
}

function ChoiceList({ label, hint, empty_text, keyword, onKeyword, read, value, onChange, options }: ChoiceListProps) {
  return (
    <Stack gap={2}>
      <SearchInput
        aria-label={`Tìm ${label.toLowerCase()}`}
        value={keyword}
        onSearch={onKeyword}
        placeholder={`Tìm ${label.toLowerCase()}: ${hint}`}
        maxLength={100}
      />
      <ReadFallback read={read} lines={2} />
      {read.data && options.length === 0 && <Text tone="muted">{empty_text}</Text>}
      {options.length > 0 && (
        <Field label={label} group>
          <RadioGroup value={value} onChange={onChange} options={options} />
        </Field>
      )}
    </Stack>
  )
}
