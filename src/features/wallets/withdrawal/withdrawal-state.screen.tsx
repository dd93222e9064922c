/** The status of a withdrawal, and what it means for the person who looks at it. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { invalidate, useRead } from '#web/call/api.ts'
import { show } from '#web/value/kinds.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useRights } from '#web/session/rights.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Spinner } from '#web/ui/message/spinner.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { totalOf, type WithdrawalDetailRow } from './withdrawal-row.screen.tsx'
import { withdrawals, Withdrawal, withdrawalStatus } from './withdrawal.contract.ts'
import { riskSignalsOf, whyNot } from './withdrawal.rules.ts'

const running_statuses: ReadonlySet<number> = new Set([withdrawalStatus.processing, withdrawalStatus.cancelling])

export function WithdrawalState({ row }: { row: WithdrawalDetailRow }) {
  const { me } = useRights()
  const waits = row.status === withdrawalStatus.waiting
  const message = waits && row.first_by !== null ? whyNot('process', row, me)?.message : null
  return (
    <Stack>
      <Row>
        {show(infoOf(Withdrawal.shape.status), row.status)}
        <Signals signals={riskSignalsOf(row)} />
      </Row>
      {message && <Banner kind="info">{message}</Banner>}
      {running_statuses.has(row.status) && <Running key={row.withdrawal_id} withdrawal_id={row.withdrawal_id} />}
      {row.status === withdrawalStatus.unknown && <Unknown row={row} />}
      {row.status === withdrawalStatus.rejected && row.note && (
        <Banner kind="info" title="Tiền đã trở lại ví của khách">
          {row.note}
        </Banner>
      )}
    </Stack>
  )
}

const poll_ms = 2_000
const poll_for_ms = 60_000

/** Reads the withdrawal again until it is finished, for at most a minute; then the lists are read again too. */
function Running({ withdrawal_id }: { withdrawal_id: number }) {
  const client = useQueryClient()
  const [isLate, setLate] = useState(false)
  const { refetch } = useRead(withdrawals.detail, { withdrawal_id }, isLate ? {} : { every_ms: poll_ms })
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), poll_for_ms)
    return () => {
      clearTimeout(timer)
      void invalidate(client, money_lists)
    }
  }, [client])
  if (!isLate) {
    return (
      <Row>
        <Spinner />
        <Text tone="muted">Đang chờ kết quả.</Text>
      </Row>
    )
  }
  return (
    <Banner
      kind="info"
      action={
        <Button size="sm" icon="refresh" onClick={() => void refetch()}>
          Xem lại
        </Button>
      }
    >
      Chưa có kết quả. Hệ thống vẫn tiếp tục truy vấn cổng chi trả.
    </Banner>
  )
}

/** Explains that no money is lost or paid twice, and the three possible acts. */
function Unknown({ row }: { row: WithdrawalDetailRow }) {
  return (
    <Banner kind="warning" title="Chưa rõ cổng chi trả đã chi hay chưa">
      <Stack gap={2}>
        <Text>{`${moneyText(totalOf(row))} vẫn được giữ trong ví: không ai mất tiền và không ai được chi hai lần. Trong một ngày, hệ thống tự truy vấn lại cổng 5 phút một lần.`}</Text>
        <Text>Thử lại: truy vấn lại lệnh đã gửi; nếu đã chi, cổng không chi lần nữa.</Text>
        <Text>Hoàn thành: khi sao kê hoặc trang của cổng cho thấy lệnh đã chi.</Text>
        <Text>Từ chối: khi cổng xác nhận lệnh không được chi và sẽ không chi.</Text>
        <Text tone="muted">Người đã xử lý không tự kết luận lệnh của mình.</Text>
      </Stack>
    </Banner>
  )
}
