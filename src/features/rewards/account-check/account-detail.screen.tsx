/** One account of a batch: both names letter by letter, and the actions on it. */
import type { RowAct } from '#web/action/act.tsx'
import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { idIn } from '#web/list/use-list.ts'
import { progress_interval_ms } from '#web/list/use-reload-while.ts'
import { itemsOf } from '#web/record/facts.ts'
import { History } from '#web/record/history.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { momentText, numberText, phoneText } from '#web/value/format.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { LetterCompare } from '#web/ui/show/letter-compare.tsx'
import { AccountCheckItem, accountCheck, accountStatus } from './account-check.contract.ts'
import { isAlike, lettersOf, similarity } from './account-name.rules.ts'
import { Outcome, type Account } from './account-row.screen.tsx'

export interface AccountDetailProps {
  record: OpenRecord
  batch_id: number
}

export default function AccountDetail({ record, batch_id }: AccountDetailProps) {
  const item_id = idIn(record.id)
  const itemKey = { batch_id, item_id }
  const enabled = item_id > 0
  const detail = useRead(accountCheck.detail, itemKey, { enabled })
  const row = detail.data?.items[0]
  useRead(
    accountCheck.detail,
    itemKey,
    row?.status === accountStatus.waiting ? { enabled, every_ms: progress_interval_ms } : { enabled },
  )
  const editor = useEditor({ update: accountCheck.udpCustName })
  const accept = useAct(accountCheck.udpCustName, {
    success: 'Đã nhận tên của đối tác, đang kiểm tra lại.',
  })
  const retry = useAct(accountCheck.retry, { success: 'Đang kiểm tra lại.' })
  const actsOf = (account: Account): RowAct[] => [
    ...(account.status === accountStatus.mismatch
      ? [
          {
            call: accountCheck.udpCustName,
            label: 'Nhận tên này',
            icon: 'check' as const,
            confirm: `Đổi tên mong đợi “${account.cust_name}” thành “${account.account_name!}”?`,
            run: () =>
              accept.mutate({ item_id: account.item_id, cust_name: account.account_name!, version: account.version }),
          },
        ]
      : []),
    { call: accountCheck.udpCustName, label: 'Sửa tên khách', icon: 'pencil', run: () => editor.open(account) },
    ...(account.status === accountStatus.error
      ? [
          {
            call: accountCheck.retry,
            label: 'Kiểm tra lại',
            icon: 'refresh' as const,
            run: () => retry.mutate({ batch_id, item_ids: [account.item_id] }),
          },
        ]
      : []),
  ]
  return (
    <>
      <RecordDrawer
        record={record}
        read={detail}
        row={row}
        title={row ? phoneText(row.msisdn) : 'Tài khoản'}
        {...(row && { copy: row.msisdn })}
      >
        {(account) => <AccountView row={account} acts={actsOf(account)} />}
      </RecordDrawer>
      <Editor editor={editor} noun="tên khách" fields={['cust_name']} />
    </>
  )
}

function AccountView({ row, acts }: { row: Account; acts: RowAct[] }) {
  const { cust_name, account_name, result_message, result_code, tries, checked_at, next_try_at } = row
  return (
    <RecordView
      status={<Outcome row={row} />}
      headline={cust_name}
      acts={acts}
      timeline={<History table="account_check_item" id={row.item_id} />}
    >
      {account_name !== null && <Names expected={cust_name} actual={account_name} />}
      <RecordSection
        title="Đối tác trả lời"
        items={itemsOf(AccountCheckItem, {
          account_name,
          result_message: result_message && `${result_message} (mã ${result_code})`,
          tries: numberText(tries),
          checked_at: checked_at && momentText(checked_at),
          next_try_at: next_try_at && momentText(next_try_at),
        })}
      />
    </RecordView>
  )
}

function Names({ expected, actual }: { expected: string; actual: string }) {
  const pairs = lettersOf(expected, actual)
  const alike = pairs.filter(isAlike).length
  const share = `${numberText(Math.round(similarity(pairs) / 10))}%`
  return (
    <RecordSection
      title="So từng chữ"
      note={`${numberText(alike)} / ${numberText(pairs.length)} ký tự giống · ${share}`}
    >
      <LetterCompare places={pairs} expected="Mong đợi" actual="Đối tác" />
      <Text size="sm" tone="muted">
        So sau khi bỏ dấu, viết hoa, gộp khoảng trắng, đ thành D.
      </Text>
    </RecordSection>
  )
}
