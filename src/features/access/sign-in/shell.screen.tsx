/** The layout for signed-in people: loads their rights once, shows the menu, reacts to refusals. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { queryClient, useNetworkIdle, useRead } from '#web/call/api.ts'
import { DefaultLayout } from '#web/layout/default-layout.tsx'
import type { WaitingCounts } from '#web/layout/menu.tsx'
import { WaitingLayout } from '#web/layout/waiting-layout.tsx'
import { rightsFrom, RightsProvider, type RoleInfo } from '#web/session/rights.ts'
import { onRefused, Refusal, type SendFailure } from '#web/call/send.ts'
import { useProductParts } from '#web/route/product-parts.ts'
import { Page, useIsPageShown } from '#web/route/routing.tsx'
import { rememberStore } from '#web/session/session.ts'
import { Button } from '#web/ui/action/button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Result } from '#web/ui/show/result.tsx'
import type { WaitingCountsProps } from '#features/access/home/waiting.screen.tsx'
import type { BellProps } from '#features/access/notification/bell.screen.tsx'
import type { ChangePasswordProps } from './change-password.screen.tsx'
import { ownSession } from './own-session.contract.ts'
import { signOut } from './sign-out.screen.tsx'

const AccountPanel = lazyPart(() => import('#web/layout/account-panel.tsx'))
const Obstacle = lazyPart(() => import('./obstacle.screen.tsx'), { meanwhile: <WaitingLayout /> })
const ProofGate = lazyPart(() => import('#features/access/second-factor/proof-gate.screen.tsx'))
const WaitingCounts = lazyPart(() => import('#features/access/home/waiting.screen.tsx'), {
  mountWhen: ({ isIdle }: WaitingCountsProps) => isIdle,
})
const Bell = lazyPart(() => import('#features/access/notification/bell.screen.tsx'), {
  mountWhen: ({ isIdle }: BellProps) => isIdle,
})
const ChangePasswordDialog = lazyPart(() => import('./change-password.screen.tsx'), {
  mountWhen: ({ open }: ChangePasswordProps) => open,
})

export default function Shell({ children }: { children?: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Rights>{children}</Rights>
    </QueryClientProvider>
  )
}

function Rights({ children }: { children: ReactNode }) {
  const roles = useRead(ownSession.roles, {}, { fresh_ms: Number.POSITIVE_INFINITY })
  const { refetch } = roles
  useEffect(
    () =>
      onRefused(({ error }) => {
        // The rights have changed since they were loaded, or the password must be changed first: load them again.
        if (error === 'no_right' || error === 'password_change_required') void refetch()
      }),
    [refetch],
  )
  if (roles.data) {
    const { user } = roles.data
    if (user.must_prove || user.must_change_password || user.must_enrol)
      return <Obstacle user={user} onDone={() => void refetch()} />
    return <SignedInLayout info={roles.data}>{children}</SignedInLayout>
  }
  if (roles.error) return <RightsFailed failure={roles.error} onRetry={() => void refetch()} />
  return <WaitingLayout />
}

function SignedInLayout({ info, children }: { info: RoleInfo; children: ReactNode }) {
  const rights = useMemo(() => rightsFrom(info), [info])
  const [waiting, setWaiting] = useState<WaitingCounts>({})
  const isIdle = useNetworkIdle(useIsPageShown())
  const { Notice } = useProductParts()
  const [changing, setChanging] = useState(false)
  useEffect(() => rememberStore(rights.store), [rights.store])
  const { full_name, user_name } = rights.me
  return (
    <RightsProvider value={rights}>
      <DefaultLayout
        menu={rights.menu}
        waiting={waiting}
        isIdle={isIdle}
        name={full_name}
        bell={<Bell isIdle={isIdle} waiting={waiting} menu={rights.menu} />}
        account={({ close, openShortcuts }) => (
          <AccountPanel
            name={full_name}
            userName={user_name}
            store={rights.store}
            onChangePassword={() => {
              close()
              setChanging(true)
            }}
            onShortcuts={openShortcuts}
            onClose={close}
            onSignOut={signOut}
          />
        )}
      >
        <Stack fill>
          <Notice isIdle={isIdle} />
          <Page>{children}</Page>
        </Stack>
      </DefaultLayout>
      <WaitingCounts rights={rights} isIdle={isIdle} onCounted={setWaiting} />
      <ChangePasswordDialog open={changing} onClose={() => setChanging(false)} />
      {isIdle && <ProofGate />}
    </RightsProvider>
  )
}

function RightsFailed({ failure, onRetry }: { failure: SendFailure; onRetry: () => void }) {
  const isRefusal = failure instanceof Refusal
  return (
    <Result
      kind="error"
      title={isRefusal ? 'Đã xảy ra lỗi khi lấy thông tin quyền truy cập.' : failure.message}
      actions={
        <>
          <Button variant="primary" icon="refresh" onClick={onRetry}>
            Thử lại
          </Button>
          <Button icon="logout" onClick={signOut}>
            Đăng xuất
          </Button>
        </>
      }
    >
      {isRefusal ? failure.message : 'Kiểm tra kết nối mạng rồi thử lại.'}
    </Result>
  )
}
