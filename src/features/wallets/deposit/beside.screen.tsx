/** What came beside what was asked for, and in words where the two differ. */
import { itemsOf } from '#web/facts.ts'
import { momentText, phoneText } from '#web/format.ts'
import { show } from '#web/kinds.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Grid } from '#web/ui/grid.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Heading, Text } from '#web/ui/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { groupsOfFour } from '#features/partners/bank/account-number.rules.ts'
import { BankLine, Deposit } from './deposit.contract.ts'
import type { BankLineRow, DepositRow } from './deposit-rows.screen.tsx'

export type Come = Pick<
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
export type Asked = Pick<
  DepositRow,
  'content' | 'full_name' | 'msisdn' | 'amount' | 'bank_name' | 'account_number' | 'status'
>

const account = ({ bank_name, account_number }: { bank_name: string; account_number: string }) =>
  `${bank_name} ${groupsOfFour(account_number)}`

export function Beside({ line, request }: { line: Come; request: Asked | null }) {
  const differences = request ? differencesOf(line, request) : []
  return (
    <Stack gap={4}>
      {differences.length > 0 && (
        <Banner kind="warning" title="Tiền về khác yêu cầu">
          {differences.join(' ')}
        </Banner>
      )}
      <Grid gap={4}>
        <Stack gap={2}>
          <Heading level={3}>Tiền về</Heading>
          <LineFacts line={line} />
        </Stack>
        <Stack gap={2}>
          <Heading level={3}>Yêu cầu</Heading>
          {request ? (
            <RequestFacts request={request} />
          ) : (
            <Text tone="muted">Nội dung chuyển khoản không có mã nạp nào.</Text>
          )}
        </Stack>
      </Grid>
    </Stack>
  )
}

export function LineFacts({ line }: { line: Come }) {
  const items = itemsOf(BankLine, {
    credit: <Text strong>{moneyText(line.credit ?? 0)}</Text>,
    content: line.content,
    counter_name: line.counter_name,
    counter_account: line.counter_account,
    account_number: account(line),
    at: momentText(line.at),
    reference: line.reference,
    ...(line.created_by_name !== null && { created_by_name: line.created_by_name }),
  })
  return <DescriptionList columns={1} items={items} />
}

export function RequestFacts({ request }: { request: Asked }) {
  const items = itemsOf(Deposit, {
    amount: <Text strong>{moneyText(request.amount)}</Text>,
    content: request.content,
    full_name: request.full_name,
    msisdn: phoneText(request.msisdn),
    account_number: account(request),
    status: show(infoOf(Deposit.shape.status), request.status),
  })
  return <DescriptionList columns={1} items={items} />
}

function differencesOf(line: Come, request: Asked): string[] {
  const missed = (line.credit ?? 0) - request.amount
  const elsewhere = line.bank_name !== request.bank_name || line.account_number !== request.account_number
  return [
    ...(missed === 0 ? [] : [`${missed < 0 ? 'Thiếu' : 'Thừa'} ${moneyText(Math.abs(missed))}.`]),
    ...(elsewhere ? [`Vào ${account(line)}, không phải ${account(request)}.`] : []),
  ]
}

/** The request that a line names or was put to. */
export function requestOf(line: BankLineRow): Asked | null {
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
