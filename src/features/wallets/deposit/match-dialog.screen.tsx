/** A line is put to a request by hand: from either of them the other is chosen, and both are shown before it is done. */
import { useState, type ReactNode } from 'react'
import { useAct } from '#web/act.tsx'
import { useRead, type ReadResult } from '#web/api.ts'
import { momentText, phoneText } from '#web/format.ts'
import { ReasonField, useReason } from '#web/reason-field.tsx'
import { useRights } from '#web/rights.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Text } from '#web/ui/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { Beside, LineFacts, RequestFacts } from './beside.screen.tsx'
import { bankTransaction, Candidate, depositStatus, lineStatus, wallet } from './deposit.contract.ts'
import type { BankLineRow, DepositRow } from './deposit-rows.screen.tsx'
import { isSecond, whyNotPay } from './deposit.rules.ts'
import { SecondPerson } from './second-person.screen.tsx'
import { touched } from '#features/wallets/touched.rules.ts'

type MatchDialogProps = ({ line: BankLineRow; deposit?: never } | { deposit: DepositRow; line?: never }) & {
  onClose: () => void
}

export default function MatchDialog(props: MatchDialogProps) {
  return props.line ? <OfLine line={props.line} onClose={props.onClose} /> : <OfDeposit {...props} />
}

const signs = ['is_named', 'same_amount', 'phone_in_content', 'similar_name'] as const

/** Open requests for a line: first those that fit, or what is looked for. What the line names is chosen already. */
function OfLine({ line, onClose }: { line: BankLineRow; onClose: () => void }) {
  const [keyword, setKeyword] = useState('')
  const [chosen, choose] = useState<DepositRow | null>(null)
  const { bank_transaction_id, reference } = line
  const read = useRead(bankTransaction.candidates, { bank_transaction_id, ...(keyword && { keyword }) }, { keep: true })
  const items = read.data?.items ?? []
  const deposit = chosen ?? items.find(({ is_named }) => is_named) ?? null
  return (
    <Matching line={line} deposit={deposit} of={`Giao dịch ${reference}`} onClose={onClose}>
      <Choosing
        label="Yêu cầu"
        hint="mã nạp, khách hàng, SĐT"
        none="Không có yêu cầu đang chờ nào hợp với giao dịch này."
        keyword={keyword}
        onKeyword={setKeyword}
        read={read}
        value={deposit?.transfer_id ?? null}
        onChange={(id) => choose(items.find(({ transfer_id }) => transfer_id === id)!)}
        options={items.map((one) => ({
          value: one.transfer_id,
          label: `${one.content} · ${moneyText(one.amount)} · ${one.full_name}`,
          hint: [
            phoneText(one.msisdn),
            momentText(one.created_at),
            ...signs.filter((sign) => one[sign]).map((sign) => infoOf(Candidate.shape[sign])!.label),
          ].join(' · '),
        }))}
      />
    </Matching>
  )
}

/** Lines that wait for a person, for a request. */
function OfDeposit({ deposit, onClose }: { deposit: DepositRow; onClose: () => void }) {
  const [keyword, setKeyword] = useState('')
  const [line, choose] = useState<BankLineRow | null>(null)
  const filter = { status: lineStatus.waiting, part: 'rows', ...(keyword && { keyword }) } as const
  const read = useRead(bankTransaction.list, filter, { keep: true })
  const items = read.data?.items ?? []
  return (
    <Matching line={line} deposit={deposit} of={`Yêu cầu ${deposit.content}`} onClose={onClose}>
      <Choosing
        label="Giao dịch"
        hint="mã GD, nội dung, bên chuyển"
        none="Không có giao dịch nào đang chờ xử lý."
        keyword={keyword}
        onKeyword={setKeyword}
        read={read}
        value={line?.bank_transaction_id ?? null}
        onChange={(id) => choose(items.find(({ bank_transaction_id }) => bank_transaction_id === id)!)}
        options={items.map((one) => ({
          value: one.bank_transaction_id,
          label: `${one.reference} · ${moneyText(one.credit ?? 0)}`,
          hint: [momentText(one.at), one.content, one.counter_name].filter(Boolean).join(' · '),
        }))}
      />
    </Matching>
  )
}

interface MatchingProps {
  line: BankLineRow | null
  deposit: DepositRow | null
  of: string
  onClose: () => void
  children: ReactNode
}

const asked = { field: wallet.updateTransfer.input.shape.note, ask: null }

/** Both sides as they are put together, and what the person says to it. */
function Matching({ line, deposit, of, onClose, children }: MatchingProps) {
  const { me } = useRights()
  const [agreed, agree] = useState(false)
  const reason = useReason(asked)
  const match = useAct(wallet.updateTransfer, {
    done: 'Đã khớp giao dịch với yêu cầu.',
    touches: touched,
    onDone: onClose,
  })
  const come = line?.credit ?? 0
  const differs = line !== null && deposit !== null && come !== deposit.amount
  const whyNot =
    (deposit === null && 'Chưa chọn yêu cầu.') ||
    (line === null && 'Chưa chọn giao dịch.') ||
    (line && whyNotPay(line, me.user_id)) ||
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
      amount: differs ? come : null,
      note: reason.text.trim() || null,
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Khớp thủ công"
      description={of}
      size="lg"
      dirty={reason.changed || agreed}
      saveLabel={line ? `Nạp ${moneyText(come)}` : 'Nạp tiền'}
      saving={match.pending}
      saveWhyNot={whyNot}
      onSubmit={save}
    >
      <Stack gap={4}>
        {line && deposit ? (
          <Beside line={line} request={deposit} />
        ) : line ? (
          <LineFacts line={line} />
        ) : (
          <RequestFacts request={deposit!} />
        )}
        {children}
        {differs && <Checkbox checked={agreed} onChange={agree} label={`Nạp ${moneyText(come)} theo tiền về`} />}
        <ReasonField reason={reason} />
        {line && <SecondPerson amount={come} is_second={deposit !== null && isSecond(line, deposit)} />}
      </Stack>
    </Dialog>
  )
}

interface ChoosingProps {
  label: string
  /** What can be looked for. */
  hint: string
  none: string
  keyword: string
  onKeyword: (text: string) => void
  read: ReadResult<typeof bankTransaction.candidates> | ReadResult<typeof bankTransaction.list>
  value: number | null
  onChange: (id: number) => void
  options: readonly { value: number; label: string; hint: string }[]
}

function Choosing({ label, hint, none, keyword, onKeyword, read, value, onChange, options }: ChoosingProps) {
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
      {read.data && options.length === 0 && <Text tone="muted">{none}</Text>}
      {options.length > 0 && (
        <Field label={label} group>
          <RadioGroup value={value} onChange={onChange} options={options} />
        </Field>
      )}
    </Stack>
  )
}
