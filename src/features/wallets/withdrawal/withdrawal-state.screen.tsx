/** How far a request is, and what that means for whoever looks at it. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { invalidate, useRead } from '#web/api.ts'
import { show } from '#web/kinds.tsx'
import { useRights } from '#web/rights.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Text } from '#web/ui/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { touched } from '#features/wallets/touched.rules.ts'
import { totalOf, type WithdrawalDetailRow } from './withdrawal-row.screen.tsx'
import { withdrawal, Withdrawal, withdrawalStatus } from './withdrawal.contract.ts'
import { whyNot } from './withdrawal.rules.ts'

const under_way: ReadonlySet<number> = new Set([withdrawalStatus.processing, withdrawalStatus.cancelling])

export function WithdrawalState({ row }: { row: WithdrawalDetailRow }) {
  const { me } = useRights()
  const waits = row.status === withdrawalStatus.waiting
  const own = waits && row.first_by === me.user_id ? whyNot('process', row, me.user_id)?.message : null
  return (
    <Stack>
      <Row>
        {show(infoOf(Withdrawal.shape.status), row.status)}
        {waits && row.approvals_left > 1 && <Text tone="muted">Cần 2 người duyệt.</Text>}
        {waits && row.first_by !== null && <Text tone="muted">Còn cần 1 người duyệt nữa.</Text>}
      </Row>
      {own && <Banner kind="info">{own}</Banner>}
      {under_way.has(row.status) && <UnderWay key={row.withdrawal_id} withdrawal_id={row.withdrawal_id} />}
      {row.status === withdrawalStatus.unknown && <Unknown row={row} />}
      {row.status === withdrawalStatus.rejected && row.note && (
        <Banner kind="info" title="Tiền đã trở lại ví của khách">
          {row.note}
        </Banner>
      )}
    </Stack>
  )
}

const look_every_ms = 2_000
const look_for_ms = 60_000

/** Reads the request again until it is at its end, for a minute at most; then the lists beside it are read once more. */
function UnderWay({ withdrawal_id }: { withdrawal_id: number }) {
  const client = useQueryClient()
  const [isLate, setLate] = useState(false)
  const { refetch } = useRead(withdrawal.detail, { withdrawal_id }, isLate ? {} : { every: look_every_ms })
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), look_for_ms)
    return () => {
      clearTimeout(timer)
      void invalidate(client, touched)
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

/** Nothing is lost, nothing is doubled, and there are three ways on. */
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
