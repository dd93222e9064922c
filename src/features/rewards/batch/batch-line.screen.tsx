/** One line of a batch: receiver, amount, the gateway's answer, and the history of its reward. */
import { PageLink } from '#web/route/link.tsx'
import { CustomerPhone } from '#web/record/customer-phone.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { idIn } from '#web/list/use-list.ts'
import { itemsOf } from '#web/record/facts.ts'
import { History } from '#web/record/history.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useRights } from '#web/session/rights.ts'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { itemStatus, RewardBatchItem, rewardBatch } from './batch.contract.ts'
import { batch_invalidates as invalidates, type Batch, type BatchLine } from './batch-row.screen.tsx'
import { lineSignals, whyNotBatch, whyNotRename } from './batch.rules.ts'

export interface BatchLineProps {
  record: OpenRecord
  batch_id: number
  batch: Batch | undefined
}

export default function LineDrawer({ record, batch_id, batch }: BatchLineProps) {
  const { me } = useRights()
  const item_id = idIn(record.id)
  const detail = useRead(rewardBatch.detail, { batch_id, item_id }, { enabled: item_id > 0, live: true })
  const row = detail.data?.items[0]
  const editor = useEditor({ update: rewardBatch.udpCustName })
  const retry = useAct(rewardBatch.retry, { success: 'Đã duyệt đẩy lại.', invalidates })
  const actsOf = (line: BatchLine): RowAct[] => {
    if (!batch) return []
    const isFailed = line.status === itemStatus.failed
    return [
      {
        call: rewardBatch.retry,
        label: 'Đẩy lại',
        icon: 'refresh',
        whyNot: isFailed ? (whyNotBatch('retry', batch, me)?.message ?? null) : 'Chỉ đẩy lại giao dịch thất bại.',
        confirm: `Đẩy lại ${line.reward_code}, ${moneyText(line.net)} tới ${line.cust_name ?? 'khách'}?`,
        run: () => retry.mutate({ batch_id, item_ids: [line.item_id], seen: detail.data?.batch.seen }),
      },
      {
        call: rewardBatch.udpCustName,
        label: 'Sửa tên khách',
        icon: 'pencil',
        whyNot: whyNotRename(line, batch)?.message ?? null,
        run: () => editor.open(line),
      },
    ]
  }
  return (
    <>
      <RecordDrawer record={record} read={detail} row={row} title={row?.reward_code ?? 'Giao dịch'}>
        {(line) => <LineView row={line} acts={actsOf(line)} />}
      </RecordDrawer>
      <Editor
        editor={editor}
        noun="tên khách"
        fields={['cust_name']}
        hints={{ cust_name: 'Người sửa tên không được duyệt giao dịch này' }}
      />
    </>
  )
}

function LineView({ row, acts }: { row: BatchLine; acts: RowAct[] }) {
  const { can } = useRights()
  const { shape } = RewardBatchItem
  const { message, status, reward_id, reward_code } = row
  return (
    <RecordView
      status={show(infoOf(shape.status), status)}
      amount={row.net}
      trouble={message !== null && status !== itemStatus.paid && <Banner kind="warning">{message}</Banner>}
      facts={itemsOf(RewardBatchItem, {
        cust_name: row.cust_name ?? 'Khách không để lại tên',
        msisdn: row.msisdn && <CustomerPhone msisdn={row.msisdn} />,
        form: show(infoOf(shape.form), row.form),
      })}
      acts={acts}
      timeline={<History table="reward" id={reward_id} />}
    >
      <Signals signals={lineSignals(row)} />
      <RecordSection
        title="Giải thưởng"
        items={itemsOf(RewardBatchItem, {
          reward_code: can(rewardPage.view) ? (
            <PageLink to={rewardPage.url} search={{ reward_id: String(reward_id) }}>
              {reward_code}
            </PageLink>
          ) : (
            <Mono>{reward_code}</Mono>
          ),
          order_id: <Mono>{String(row.order_id)}</Mono>,
          prizes: row.prizes,
          gross: moneyText(row.gross),
          tax: moneyText(row.tax),
          net: <Text strong>{moneyText(row.net)}</Text>,
        })}
      />
      <RecordSection
        title="Chi trả"
        items={itemsOf(RewardBatchItem, {
          account_number: row.account_number && <Mono>{row.account_number}</Mono>,
          account_name: row.account_name,
          trans_id: row.trans_id && <Mono>{row.trans_id}</Mono>,
          message: row.message,
          ended_at: row.ended_at && momentText(row.ended_at),
        })}
      />
    </RecordView>
  )
}
