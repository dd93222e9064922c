/** The person's own second factors: the present ones, adding another one, new recovery codes. */
import { useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { agoText } from '#web/value/ago.ts'
import { momentText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { proofKinds, secondFactor } from './second-factor.contract.ts'

const AddTotp = lazyPart(() => import('./add-totp.screen.tsx'))
const AddPasskey = lazyPart(() => import('./add-passkey.screen.tsx'))
const RecoveryCodes = lazyPart(() => import('./recovery-codes.screen.tsx'))

type OwnFactors = AnswerOf<typeof secondFactor.mine>
type FactorKind = 'totp' | 'passkey'

/** @param onFirst called when the first factor exists and its recovery codes were seen */
export function Factors({ onFirst }: { onFirst?: () => void }) {
  const ownFactors = useRead(secondFactor.mine, {})
  if (ownFactors.isPending) return <Skeleton lines={4} />
  if (ownFactors.isError)
    return (
      <EmptyState
        kind="error"
        message={ownFactors.error.message}
        transid={ownFactors.error.transid}
        onRetry={() => void ownFactors.refetch()}
      />
    )
  return <FactorList mine={ownFactors.data} onFirst={onFirst} />
}

function FactorList({ mine, onFirst }: { mine: OwnFactors; onFirst: (() => void) | undefined }) {
  const [adding, setAdding] = useState<FactorKind | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { factors, recovery_left, reset } = mine
  const closeAdding = () => setAdding(null)
  const showCodes = (recovery_codes: readonly string[] | null) => {
    closeAdding()
    if (recovery_codes) setCodes(recovery_codes)
  }
  return (
    <Stack>
      {reset && <ResetNotice reset={reset} />}
      <Requirement mine={mine} />
      {factors.length > 0 && <FactorRecords factors={factors} />}
      <AddButtons isFirst={factors.length === 0} onAdd={setAdding} />
      {factors.length > 0 && <RecoveryCodesLeft count={recovery_left} onRenewed={setCodes} />}
      {adding === 'totp' && <AddTotp onAdded={showCodes} onClose={closeAdding} />}
      {adding === 'passkey' && <AddPasskey onAdded={showCodes} onClose={closeAdding} />}
      {codes && (
        <RecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(null)
            onFirst?.()
          }}
        />
      )}
    </Stack>
  )
}

/** Tells a person that two others removed their second factors. */
function ResetNotice({ reset }: { reset: NonNullable<OwnFactors['reset']> }) {
  const acknowledge = useAct(secondFactor.seen, { success: 'Đã ghi nhận.' })
  return (
    <Banner
      kind="warning"
      title="Bước xác minh thứ hai của bạn đã bị gỡ"
      action={
        <Button size="sm" onClick={() => acknowledge.mutate({ reset_id: reset.reset_id })}>
          Tôi đã biết
        </Button>
      }
    >
      {`${reset.created_by_name} yêu cầu, ${reset.decided_by_name} xác nhận lúc ${momentText(reset.decided_at!)}. Lý do: ${reset.reason}. Nếu bạn không nhờ việc này, hãy báo ngay cho quản trị viên.`}
    </Banner>
  )
}

function FactorRecords({ factors }: Pick<OwnFactors, 'factors'>) {
  const remove = useAct(secondFactor.remove, { success: 'Đã gỡ cách xác minh.' })
  async function confirmRemoval({ factor_id, factor_name }: OwnFactors['factors'][number]) {
    const warning =
      factors.length === 1 ? ' Đây là cách duy nhất: sau đó chỉ còn mật khẩu, mã khôi phục cũng mất hiệu lực.' : ''
    if (await confirm({ message: `Gỡ “${factor_name}”?${warning}`, confirmLabel: 'Gỡ', danger: true }))
      remove.mutate({ factor_id })
  }
  return (
    <RecordList
      items={factors.map((factor) => ({
        key: factor.factor_id,
        icon: factor.kind === 'passkey' ? 'key' : 'shield',
        title: factor.factor_name,
        lines: [
          `${proofKinds[factor.kind]} · thêm ${momentText(factor.created_at)}`,
          factor.used_at ? `Dùng ${agoText(factor.used_at)}` : 'Chưa dùng lần nào',
        ],
        action: (
          <Button size="sm" onClick={() => void confirmRemoval(factor)}>
            Gỡ
          </Button>
        ),
      }))}
    />
  )
}

function AddButtons({ isFirst, onAdd }: { isFirst: boolean; onAdd: (kind: FactorKind) => void }) {
  const hasPasskeys = canUsePasskeys()
  return (
    <>
      <Row>
        {hasPasskeys && (
          <Button variant={isFirst ? 'primary' : 'secondary'} icon="key" onClick={() => onAdd('passkey')}>
            Thêm khóa truy cập
          </Button>
        )}
        <Button variant={isFirst && !hasPasskeys ? 'primary' : 'secondary'} icon="shield" onClick={() => onAdd('totp')}>
          Thêm ứng dụng tạo mã
        </Button>
      </Row>
      {!hasPasskeys && (
        <Text tone="muted" size="sm">
          Khóa truy cập (vân tay, khuôn mặt, khóa bảo mật) thêm được khi mở hệ thống bằng tên miền qua https.
        </Text>
      )}
    </>
  )
}

interface RecoveryCodesLeftProps {
  count: number
  onRenewed: (codes: readonly string[] | null) => void
}

function RecoveryCodesLeft({ count, onRenewed }: RecoveryCodesLeftProps) {
  const renew = useAct(secondFactor.newCodes, {
    success: 'Đã tạo mã khôi phục mới.',
    onDone: ({ recovery_codes }) => onRenewed(recovery_codes),
  })
  return (
    <Row justify="between">
      <Text tone={count < 3 ? 'danger' : 'muted'}>Còn {count} mã khôi phục chưa dùng</Text>
      <Button size="sm" busy={renew.pending} onClick={() => renew.mutate({})}>
        Tạo lại mã khôi phục
      </Button>
    </Row>
  )
}

function Requirement({ mine: { factors, is_required, due_at, enforced } }: { mine: OwnFactors }) {
  if (factors.length > 0) return null
  if (!enforced)
    return (
      <Banner kind="info">
        Hệ thống này chưa bắt buộc bước xác minh thứ hai (dữ liệu mẫu, hoặc quản trị viên đã tắt). Bạn vẫn có thể bật
        cho riêng mình.
      </Banner>
    )
  if (!is_required) return <Banner kind="info">Không bắt buộc với nhóm của bạn, nhưng nên có.</Banner>
  return (
    <Banner kind="warning">
      {`Bắt buộc với tài khoản của bạn${due_at ? `. Hạn thiết lập: ${momentText(due_at)}` : ''}. Sau hạn, bạn chỉ vào được sau khi thiết lập.`}
    </Banner>
  )
}

/** Passkeys need a host name: a page that was opened by an IP address has none. */
function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && isSecureContext && !/^[\d.]+$|:/.test(location.hostname)
}
