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

type Mine = AnswerOf<typeof secondFactor.mine>

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

function FactorList({ mine, onFirst }: { mine: Mine; onFirst: (() => void) | undefined }) {
  const [adding, setAdding] = useState<'totp' | 'passkey' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { factors, recovery_left, reset } = mine
  const remove = useAct(secondFactor.remove, { success: 'Đã gỡ cách xác minh.' })
  const renew = useAct(secondFactor.newCodes, {
    success: 'Đã tạo mã khôi phục mới.',
    onDone: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  const acknowledge = useAct(secondFactor.seen, { success: 'Đã ghi nhận.' })

  async function removeOne(factor: Mine['factors'][number]) {
    const last =
      factors.length === 1 ? ' Đây là cách duy nhất: sau đó chỉ còn mật khẩu, mã khôi phục cũng mất hiệu lực.' : ''
    if (await confirm({ message: `Gỡ “${factor.factor_name}”?${last}`, confirmLabel: 'Gỡ', danger: true }))
      remove.mutate({ factor_id: factor.factor_id })
  }
  const added = (recovery_codes: readonly string[] | null) => {
    setAdding(null)
    if (recovery_codes) setCodes(recovery_codes)
  }
  return (
    <Stack>
      {reset && (
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
      )}
      <Requirement mine={mine} />
      {factors.length > 0 && (
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
              <Button size="sm" onClick={() => void removeOne(factor)}>
                Gỡ
              </Button>
            ),
          }))}
        />
      )}
      <Row>
        {canUsePasskeys() && (
          <Button
            variant={factors.length === 0 ? 'primary' : 'secondary'}
            icon="key"
            onClick={() => setAdding('passkey')}
          >
            Thêm khóa truy cập
          </Button>
        )}
        <Button
          variant={factors.length === 0 && !canUsePasskeys() ? 'primary' : 'secondary'}
          icon="shield"
          onClick={() => setAdding('totp')}
        >
          Thêm ứng dụng tạo mã
        </Button>
      </Row>
      {!canUsePasskeys() && (
        <Text tone="muted" size="sm">
          Khóa truy cập (vân tay, khuôn mặt, khóa bảo mật) thêm được khi mở hệ thống bằng tên miền qua https.
        </Text>
      )}
      {factors.length > 0 && (
        <Row justify="between">
          <Text tone={recovery_left < 3 ? 'danger' : 'muted'}>Còn {recovery_left} mã khôi phục chưa dùng</Text>
          <Button size="sm" busy={renew.pending} onClick={() => renew.mutate({})}>
            Tạo lại mã khôi phục
          </Button>
        </Row>
      )}
      {adding === 'totp' && <AddTotp onAdded={added} onClose={() => setAdding(null)} />}
      {adding === 'passkey' && <AddPasskey onAdded={added} onClose={() => setAdding(null)} />}
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

function Requirement({ mine: { factors, is_required, due_at, enforced } }: { mine: Mine }) {
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
