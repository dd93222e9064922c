/** A reward: receiver, form, amounts, notes and history. */
import { PageLink } from '#web/route/link.tsx'
import { CustomerPhone } from '#web/record/customer-phone.tsx'
import { useState } from 'react'
import { Act, type RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { idIn } from '#web/list/use-list.ts'
import { itemsOf, signedText } from '#web/record/facts.ts'
import { History } from '#web/record/history.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { Signals } from '#web/record/signals.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRights } from '#web/session/rights.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { dayText, momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { cards } from '#features/rewards/card/card.contract.ts'
import type { RewardDetailRow, RewardRow } from './reward-row.screen.tsx'
import { claimPage } from '#features/rewards/pages.contract.ts'
import { Reward, RewardDetail, rewardForm, rewards, rewardStatus } from './reward.contract.ts'
import { riskSignalsOf } from './reward.rules.ts'

const CardNumber = lazyPart(() => import('#features/rewards/card/card-number.screen.tsx'))

export interface RewardDetailProps {
  record: OpenRecord
  actsOf: (row: RewardRow) => RowAct[]
}

export default function RewardDrawer({ record, actsOf }: RewardDetailProps) {
  const reward_id = idIn(record.id)
  const detail = useRead(rewards.detail, { reward_id }, { enabled: reward_id > 0, live: true })
  return (
    <RecordDrawer record={record} read={detail} row={detail.data} title={detail.data?.reward_code ?? 'Giải thưởng'}>
      {(row) => <RewardView row={row} acts={actsOf(row)} />}
    </RecordDrawer>
  )
}

function RewardView({ row, acts }: { row: RewardDetailRow; acts: RowAct[] }) {
  const { shape } = Reward
  return (
    <RecordView
      status={show(infoOf(shape.status), row.status)}
      amount={row.net}
      trouble={<Problems row={row} />}
      facts={itemsOf(RewardDetail, {
        full_name: row.full_name ?? 'Khách không để lại tên',
        msisdn: row.msisdn && <CustomerPhone msisdn={row.msisdn} />,
        form: show(infoOf(shape.form), row.form),
        claim_until: dayText(row.claim_until),
      })}
      timeline={<History table="reward" id={row.reward_id} />}
      acts={acts}
      links={<DeskLink row={row} />}
    >
      <RecordSection title="Giải trúng" items={prizeOf(row)} />
      <RecordSection title="Chi trả" items={paymentOf(row)} />
      {row.cards.length > 0 && <RewardCards row={row} />}
      {row.notes.length > 0 && (
        <RecordSection title="Ghi chú" note={row.notes.length}>
          <RecordList
            items={row.notes.map(({ note, created_by_name, created_at }, index) => ({
              key: String(index),
              title: note,
              lines: [`${created_by_name} · ${momentText(created_at)}`],
            }))}
          />
        </RecordSection>
      )}
    </RecordView>
  )
}

function RewardCards({ row }: { row: RewardDetailRow }) {
  const [revealed, setRevealed] = useState<number | null>(null)
  return (
    <RecordSection title="Thẻ đã trao" note={row.cards.length}>
      <RecordList
        items={row.cards.map(({ card_id, card_serial, issuer, face_value, expires_on }) => ({
          key: String(card_id),
          title: `${issuer} ${moneyText(face_value)}`,
          lines: [`Serial ${card_serial} · dùng đến hết ${dayText(expires_on)}`],
          action: (
            <Act call={cards.reveal} icon="eye" size="sm" onClick={() => setRevealed(card_id)}>
              Xem mã
            </Act>
          ),
        }))}
      />
      {revealed !== null && <CardNumber card_id={revealed} onClose={() => setRevealed(null)} />}
    </RecordSection>
  )
}

/** A link to the counter for an unpaid prize that is paid there. */
function DeskLink({ row: { form, status, reward_code } }: { row: RewardDetailRow }) {
  const { can } = useRights()
  const is_open = status === rewardStatus.waiting || status === rewardStatus.failed
  if (form !== rewardForm.counter || !is_open || !can(claimPage.add)) return null
  return (
    <PageLink to={claimPage.url} search={{ desk: reward_code }}>
      Nhận tại quầy
    </PageLink>
  )
}

function Problems({ row }: { row: RewardDetailRow }) {
  const { unknown, failed, waiting } = rewardStatus
  return (
    <Stack gap={2}>
      <Signals signals={riskSignalsOf(row)} />
      {row.status === waiting && row.first_by !== null && (
        <Banner kind="info">{`${row.first_by_name} đã duyệt lần một. Còn cần 1 người duyệt nữa.`}</Banner>
      )}
      {row.status === unknown && (
        <Banner kind="warning" title="Chưa rõ cổng chi trả đã chi hay chưa">
          Lệnh đã gửi được truy vấn lại cho tới khi có kết quả; không bao giờ đẩy lại bằng mã mới.
        </Banner>
      )}
      {row.hand_status !== null && (
        <Banner kind="info" title={`${row.hand_by_name} đề nghị cập nhật, chờ người khác xác nhận`}>
          {row.hand_note}
        </Banner>
      )}
      {row.reopen_until !== null && (
        <Banner
          kind="info"
          title={`${row.reopen_by_name} đề nghị mở lại tới ${dayText(row.reopen_until)}, chờ người khác`}
        >
          {row.reopen_note}
        </Banner>
      )}
      {row.status === failed && row.reason && (
        <Banner kind="warning" title={row.reason}>
          Nếu nơi nhận sai, hãy sửa bằng Đổi SĐT hoặc Đổi hình thức, rồi Đẩy lại.
        </Banner>
      )}
      {row.difference !== null && (
        <Banner kind="warning" title="Kết quả đã sửa sau khi trả thưởng">
          {`Theo kết quả mới, giải này ${row.difference > 0 ? 'thêm' : 'bớt'} ${moneyText(Math.abs(row.difference))} (trước thuế).`}
        </Banner>
      )}
    </Stack>
  )
}

const wide_fields: ReadonlySet<string> = new Set(['tickets', 'prizes', 'result_message', 'reason'])
function prizeOf(row: RewardDetailRow) {
  const values = {
    order_id: <OrderLink order_id={row.order_id} />,
    tickets: <Mono>{row.tickets}</Mono>,
    prizes: row.prizes,
    period_code: row.period_code,
    open_date: dayText(row.open_date),
    gross: moneyText(row.gross),
    tax: row.tax > 0 ? <Text>{`−${moneyText(row.tax)}`}</Text> : moneyText(0),
    fee: moneyText(row.fee),
    net: <Text strong>{moneyText(row.net)}</Text>,
  }
  return itemsOf(RewardDetail, values, { wide: wide_fields })
}

function OrderLink({ order_id }: { order_id: number }) {
  const { can } = useRights()
  if (!can(transactionPage.view)) return <Mono>{String(order_id)}</Mono>
  return (
    <PageLink to={transactionPage.url} search={{ order: String(order_id) }}>
      {String(order_id)}
    </PageLink>
  )
}

function paymentOf(row: RewardDetailRow) {
  const values = {
    form_name: row.form_name,
    short_name: row.short_name,
    account_number: row.account_number && <Mono>{row.account_number}</Mono>,
    account_name: row.account_name,
    first_by_name: signedText(row.first_by_name, row.first_at),
    approved_by_name: signedText(row.approved_by_name, row.approved_at),
    changed_by_name: signedText(row.changed_by_name, row.changed_at),
    reminded_by_name: signedText(row.reminded_by_name, row.reminded_at),
    result_message: row.result_message,
    trans_id: row.trans_id && <Mono>{row.trans_id}</Mono>,
    reason: row.status === rewardStatus.failed ? null : row.reason,
    created_at: momentText(row.created_at),
    finished_at: row.finished_at && momentText(row.finished_at),
  }
  return itemsOf(RewardDetail, values, { wide: wide_fields })
}
