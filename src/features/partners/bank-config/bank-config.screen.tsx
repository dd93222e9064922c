/** The business's bank accounts of one type: two pages with separate rights share this list. */
import { useMemo, useState } from 'react'
import { Act, useAct } from '#web/action/act.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { Editor } from '#web/form/editor.tsx'
import { HistoryDrawer } from '#web/record/history.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { show } from '#web/value/kinds.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useList, type RowOf } from '#web/list/use-list.ts'
import type { Call } from '#contract/call.ts'
import type { Right } from '#contract/page.ts'
import { infoOf } from '#contract/schema.ts'
import { isHeadOffice } from '#contract/person.ts'
import { AccountNumber } from '#features/partners/bank/account-number.screen.tsx'
import { banks } from '#features/partners/bank/bank-choices.screen.tsx'
import type { depositBankPage, rewardBankPage } from '#features/partners/pages.contract.ts'
import { BankConfig, bankConfig, bankConfigType } from './bank-config.contract.ts'
import { whyNotConfirm } from './bank-config.rules.ts'

const VietQrDialog = lazyPart(() => import('#features/partners/bank-account/vietqr.screen.tsx'))

type BankConfigRow = RowOf<typeof bankConfig.list>

interface BankConfigScreenProps {
  page: typeof depositBankPage | typeof rewardBankPage
  type: (typeof bankConfigType)[keyof typeof bankConfigType]
}

const head_office_only_text = 'Chỉ trụ sở chính được thêm tài khoản ngân hàng.'

export function BankConfigScreen({ page, type }: BankConfigScreenProps) {
  const { me } = useRights()
  const { add, update, remove, view } = useMemo(() => callsOfPage(page), [page])
  const configs = useList(bankConfig.list, { type })
  const deletion = useAct(bankConfig.delete, { success: 'Đã xóa tài khoản ngân hàng.', invalidates: invalidated })
  const confirmation = useAct(bankConfig.confirm, {
    success: (_, { status }) =>
      status === 1
        ? 'Đã xác nhận. Khách nạp tiền được vào tài khoản này.'
        : 'Đã xác nhận. Khách nạp tiền được vào tài khoản này khi nó được kích hoạt.',
  })
  const [historyRow, setHistoryRow] = useState<BankConfigRow | null>(null)
  const [qrRow, setQrRow] = useState<BankConfigRow | null>(null)
  const isDeposit = type === bankConfigType.deposit
  const editor = useEditor({
    add,
    update,
    blank: { type, status: 1 },
    invalidates: invalidated,
    onSaved: ({ unconfirmed_by, needs_second }: BankConfigRow) => {
      if (unconfirmed_by !== null)
        toast.warning(needs_second ? unconfirmed_text : 'Hãy bấm Xác nhận để khách nạp tiền được vào tài khoản này.')
    },
  })
  const addButton = (
    <Act
      call={add}
      variant="primary"
      icon="plus"
      whyNot={!isHeadOffice(me) && head_office_only_text}
      onClick={() => editor.open()}
    >
      Thêm ngân hàng
    </Act>
  )

  return (
    <ListScreen page={page} actions={addButton}>
      <DataTable
        list={configs}
        noun="tài khoản ngân hàng"
        columns={[
          { key: 'short_name', width: 140 },
          { key: 'account_number', width: 230, cell: (row) => <AccountNumber value={row.account_number} /> },
          'account_name',
          { key: 'content', width: 180 },
          { key: 'position', width: 88 },
          {
            key: 'status',
            width: 230,
            excel: ['status', 'unconfirmed_by_name'],
            cell: ({ status, unconfirmed_by }) => (
              <Row gap={2} wrap={false}>
                {show(infoOf(BankConfig.shape.status), status)}
                {unconfirmed_by !== null && <Badge tone="amber">Chờ xác nhận</Badge>}
              </Row>
            ),
          },
          { key: 'unconfirmed_by_name', width: 150, hidden: true },
          { key: 'created_by_name', width: 120, hidden: true },
          { key: 'created_at', hidden: true },
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={(row) => [
          { call: view, label: 'Mã VietQR', icon: 'grid', run: () => setQrRow(row) },
          ...(row.unconfirmed_by === null
            ? []
            : [
                {
                  call: bankConfig.confirm,
                  label: 'Xác nhận',
                  icon: 'check',
                  whyNot: whyNotConfirm(row, me)?.message,
                  run: () => confirmation.mutate({ bank_config_id: row.bank_config_id, version: row.version }),
                  confirm: `Xác nhận tài khoản ${row.short_name} ${row.account_number} của ${row.account_name}, do ${row.unconfirmed_by_name} thêm hoặc đổi? ${confirmedText(row)}`,
                } as const,
              ]),
          { call: update, label: 'Sửa', icon: 'pencil', run: () => editor.open(row) },
          { call: view, label: 'Lịch sử', icon: 'history', run: () => setHistoryRow(row) },
          {
            call: remove,
            label: 'Xóa',
            icon: 'trash',
            danger: true,
            run: () => deletion.mutate({ bank_config_id: row.bank_config_id }),
            confirm: `Xóa tài khoản ${row.short_name} ${row.account_number} của ${row.account_name} khỏi danh sách?`,
          },
        ]}
        start={addButton}
        search={
          <SearchBar
            list={configs}
            keyword="Số TK, chủ TK, nội dung"
            filters={isDeposit ? ['status', 'waits'] : ['status']}
          />
        }
      />
      <Editor
        editor={editor}
        noun="tài khoản ngân hàng"
        subject={(row: BankConfigRow) => `${row.short_name} · ${row.account_name}`}
        fields={['bank_id', 'account_number', 'account_name', 'content', 'position', 'status']}
        choices={{ bank_id: banks }}
        hints={{
          ...(isDeposit && { account_number: change_text }),
          content: 'Điền sẵn vào nội dung chuyển khoản của mã VietQR',
          position: 'Số nhỏ đứng trước, để trống là cuối',
        }}
      />
      {qrRow && <VietQrDialog account={qrRow} content={qrRow.content} onClose={() => setQrRow(null)} />}
      {historyRow && (
        <HistoryDrawer
          table="bank_config"
          id={historyRow.bank_config_id}
          title={`${historyRow.short_name} · ${historyRow.account_name}`}
          onClose={() => setHistoryRow(null)}
        />
      )}
    </ListScreen>
  )
}

/** What the confirmation does, by the account's state. */
const confirmedText = ({ status }: BankConfigRow) =>
  status === 1
    ? 'Từ bây giờ khách được báo chuyển tiền nạp vào đây.'
    : 'Tài khoản chưa kích hoạt: khách được báo chuyển tiền nạp vào đây khi nó được kích hoạt.'

const change_text = 'Ngân hàng, số hoặc chủ tài khoản mới chỉ được báo cho khách khi người khác đã xác nhận'
const unconfirmed_text = 'Khách chưa nạp tiền được vào tài khoản này cho đến khi người khác xác nhận.'

const invalidated = ['cms/mbaccount']

/** The calls with the rights of one of the two pages, and with separate form drafts. */
function callsOfPage({ add, update, remove, view }: BankConfigScreenProps['page']) {
  return {
    add: withRight(bankConfig.add, add),
    update: withRight(bankConfig.update, update),
    remove: withRight(bankConfig.delete, remove),
    view: withRight(bankConfig.list, view),
  }
}

function withRight<C extends Call>(call: C, right: Right): C {
  return { ...call, may: right, name: `${call.name} ${right.page}` }
}
