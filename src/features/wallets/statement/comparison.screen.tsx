/** A line next to the request that it is compared with, and in words how the two differ. */
import type { ReactNode } from 'react'
import { itemsOf } from '#web/record/facts.ts'
import { momentText, phoneText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { isOtherName } from '#contract/signals.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { groupsOfFour } from '#features/partners/bank/account-number.rules.ts'
import { Deposit, type DepositRow } from '#features/wallets/deposit/deposit.contract.ts'
import type { BankLineRow } from './line-row.screen.tsx'
import { BankLine } from './statement.contract.ts'

export type ComparedLine = Pick<
  BankLineRow,
  | 'reference'
  | 'at'
  | 'credit'
  | 'content'
  | 'counter_name'
  | 'counter_account'
  | 'bank_name'
  | 'account_number'
  | 'created_by_name'
>
export type ComparedRequest = Pick<
  DepositRow,
  'content' | 'full_name' | 'msisdn' | 'amount' | 'bank_name' | 'account_number' | 'status'
>

const account = ({ bank_name, account_number }: { bank_name: string; account_number: string }) =>
  `${bank_name} ${groupsOfFour(account_number)}`

/** A line next to the request that its content names, and in words how the two differ; null where it names none. */
export function Comparison({ line, request }: { line: ComparedLine; request: ComparedRequest | null }) {
  return (
    <Stack gap={4}>
      {request && <Differences line={line} request={request} />}
      <TwoSides
        line={<LineFacts line={line} />}
        request={
          request ? (
            <RequestFacts request={request} />
          ) : (
            <Text tone="muted">Nội dung chuyển khoản không có mã nạp nào.</Text>
          )
        }
      />
    </Stack>
  )
}

/** A line and a request beside each other; what is not chosen yet keeps its place, so that nothing below moves. */
export function ChosenSides({ line, request }: { line: ComparedLine | null; request: ComparedRequest | null }) {
  return <TwoSides line={<LineFacts line={line} />} request={<RequestFacts request={request} />} />
}

function TwoSides({ line, request }: { line: ReactNode; request: ReactNode }) {
  return (
    <Grid gap={4}>
      <Stack gap={2}>
        <Heading level={3}>Tiền về</Heading>
        {line}
      </Stack>
      <Stack gap={2}>
        <Heading level={3}>Yêu cầu</Heading>
        {request}
      </Stack>
    </Grid>
  )
}

/** In words how a line differs from a request; nothing where it does not. */
export function Differences({ line, request }: { line: ComparedLine; request: ComparedRequest }) {
  const differences = differencesOf(line, request)
  if (differences.length === 0) return null
  return (
    <Banner kind="warning" title="Tiền về khác yêu cầu">
      {differences.join(' ')}
    </Banner>
  )
}

/** What the bank says of a credit: amount, content, sender and account; without a line the names of its facts. */
export function LineFacts({ line }: { line: ComparedLine | null }) {
  const items = itemsOf(BankLine, {
    credit: line && <Text strong>{moneyText(line.credit ?? 0)}</Text>,
    content: line?.content,
    counter_name: line?.counter_name,
    counter_account: line?.counter_account,
    account_number: line && account(line),
    at: line && momentText(line.at),
    reference: line?.reference,
    ...(line && line.created_by_name !== null && { created_by_name: line.created_by_name }),
  })
  return <DescriptionList columns={1} items={items} />
}

/** What a deposit request expects: amount, content, customer and account; without a request the names of its facts. */
function RequestFacts({ request }: { request: ComparedRequest | null }) {
  const items = itemsOf(Deposit, {
    amount: request && <Text strong>{moneyText(request.amount)}</Text>,
    content: request?.content,
    full_name: request?.full_name,
    msisdn: request && phoneText(request.msisdn),
    account_number: request && account(request),
    status: request && show(infoOf(Deposit.shape.status), request.status),
  })
  return <DescriptionList columns={1} items={items} />
}

function differencesOf(line: ComparedLine, request: ComparedRequest): string[] {
  const difference = (line.credit ?? 0) - request.amount
  const is_other_account = line.bank_name !== request.bank_name || line.account_number !== request.account_number
  return [
    ...(difference === 0 ? [] : [`${difference < 0 ? 'Thiếu' : 'Thừa'} ${moneyText(Math.abs(difference))}.`]),
    ...(line.counter_name !== null && isOtherName(request.full_name, line.counter_name)
      ? [`Người chuyển là ${line.counter_name}, không phải ${request.full_name}.`]
      : []),
    ...(is_other_account ? [`Vào ${account(line)}, không phải ${account(request)}.`] : []),
  ]
}

/** The request that a line names or was matched with. */
export function requestOf(line: BankLineRow): ComparedRequest | null {
  const { deposit_content, deposit_amount, deposit_status, deposit_bank_name, deposit_account_number } = line
  if (deposit_content === null) return null
  return {
    content: deposit_content,
    amount: deposit_amount!,
    status: deposit_status!,
    bank_name: deposit_bank_name!,
    account_number: deposit_account_number!,
    full_name: line.full_name!,
    msisdn: line.msisdn!,
  }
}
