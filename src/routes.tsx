/** The URL map: every address, the layout around it, and the screen that answers it, fetched when first needed. */
import '#web/ui/app-icons.css'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { canPreload, lazyPage } from '#web/lazy-page.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  focusPages,
  followSession,
  parseSearch,
  requireNoSession,
  requireSession,
  stringifySearch,
  type Search,
} from '#web/router.ts'

const root = createRootRoute({
  validateSearch: (search): Search => search as Search,
  component: Outlet,
  notFoundComponent: lazyPart(() => import('#web/layout/not-found-page.tsx')),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: requireSession,
  component: lazyPage(() => import('#features/access/sign-in/shell.screen.tsx')),
})

const entryPages = lazyPage(() => import('#web/layout/entry-pages.tsx'))

const login = createRoute({
  getParentRoute: () => root,
  id: 'login-layout',
  beforeLoad: requireNoSession,
  component: entryPages,
})

const signUp = createRoute({ getParentRoute: () => root, id: 'sign-up-layout', component: entryPages })

type Screen = Parameters<typeof lazyPage>[0]

/** An address inside the default layout. */
const page = <const P extends string>(path: P, load: Screen) =>
  createRoute({ getParentRoute: () => shell, path, component: lazyPage(load) })

const playground = createRoute({
  getParentRoute: () => root,
  id: 'playground-layout',
  component: lazyPage(() => import('#web/layout/playground-layout.tsx')),
})

const routeTree = root.addChildren([
  shell.addChildren([
    page('/', () => import('#features/access/home/home.screen.tsx')),
    page('/danh-muc-kho', () => import('#features/tickets/base-store/base-store.screen.tsx')),
    page('/phan-quyen-du-lieu', () => import('#features/partners/data-permission/data-permission.screen.tsx')),
    page('/quan-ly-pos', () => import('#features/partners/pos/pos.screen.tsx')),
    page('/cau-hinh-banner', () => import('#features/content/banner/banner.screen.tsx')),
    page('/tai-khoan', () => import('#features/access/account/account.screen.tsx')),
    page('/nhom-nguoi-dung', () => import('#features/access/group/group.screen.tsx')),
    page('/nhat-ky', () => import('#features/access/audit/audit.screen.tsx')),
    page('/cong-viec-nen', () => import('#features/access/job/job.screen.tsx')),
    page('/quan-ly-dai-ly', () => import('#features/partners/partner/partner.screen.tsx')),
    page('/quan-ly-ngan-hang-nap-tien', () => import('#features/partners/bank-config/deposit-bank.screen.tsx')),
    page('/quan-ly-ngan-hang-nhan-thuong', () => import('#features/partners/bank-config/reward-bank.screen.tsx')),
    page('/quan-ly-ve', () => import('#features/tickets/xskt-ticket/xskt-ticket.screen.tsx')),
    page('/quan-ly-ve-co-so', () => import('#features/tickets/stock/stock.screen.tsx')),
    page('/ve-cho-duyet', () => import('#features/tickets/ticket-import/approval.screen.tsx')),
    page('/quan-ly-ve-cap-nguyen', () => import('#features/tickets/ticket-group/ticket-group.screen.tsx')),
    page('/ve-cap-nguyen-cho-duyet', () => import('#features/tickets/ticket-group/group-approval.screen.tsx')),
    page('/bao-cao-lich-su-kho-ve', () => import('#features/tickets/stock/stock-history.screen.tsx')),
    page('/danh-sach-ky', () => import('#features/results/period/period.screen.tsx')),
    page('/danh-sach-tai-khoan-vi', () => import('#features/wallets/wallet/wallet.screen.tsx')),
    page('/lich-su-giao-dich-vi', () => import('#features/wallets/wallet/wallet-history.screen.tsx')),
    page('/nap-tien-chuyen-khoan', () => import('#features/wallets/deposit/deposit.screen.tsx')),
    page('/yeu-cau-rut-tien-ve-tknh', () => import('#features/wallets/withdrawal/bank-withdrawal.screen.tsx')),
    page('/yeu-cau-rut-tien-ve-vi-momo', () => import('#features/wallets/withdrawal/momo-withdrawal.screen.tsx')),
    page('/tai-khoan-tra-thuong', () => import('#features/wallets/reward-account/reward-account.screen.tsx')),
    page('/lich-su-tai-khoan-tra-thuong', () => import('#features/wallets/reward-account/reward-history.screen.tsx')),
    page('/quan-ly-hinh-thuc-nhan-thuong', () => import('#features/wallets/money-config/money-config.screen.tsx')),
    page('/giao-dich-truc-tuyen', () => import('#features/orders/process/online.screen.tsx')),
    page('/giao-dich-giu-ve', () => import('#features/orders/process/held.screen.tsx')),
    page('/tai-khoan-MBBank', () => import('#features/partners/bank-config/mb-account.screen.tsx')),
    page('/lich-su-giao-dich', () => import('#features/orders/order/order.screen.tsx')),
    page('/lich-su-hoan-huy', () => import('#features/orders/refund/refund.screen.tsx')),
    page('/doanh-so-xskt', () => import('#features/reports/sales/sales-xskt.screen.tsx')),
    page('/doanh-so-xsdt', () => import('#features/reports/sales/sales-xsdt.screen.tsx')),
    page('/thong-ke-theo-gia-tri-don-sxdt', () => import('#features/reports/breakdown/by-price.screen.tsx')),
    page('/thong-ke-theo-loai-hinh-choi-xsdt', () => import('#features/reports/breakdown/by-type.screen.tsx')),
    page('/thong-ke-theo-nhom-diem-ban-sxdt', () => import('#features/reports/breakdown/by-group.screen.tsx')),
  ]),
  login.addChildren([
    createRoute({
      getParentRoute: () => login,
      path: '/login',
      component: lazyPage(() => import('#features/access/sign-in/sign-in.screen.tsx')),
    }),
  ]),
  signUp.addChildren([
    createRoute({
      getParentRoute: () => signUp,
      path: '/logup',
      component: lazyPage(() => import('#features/access/sign-in/sign-up.screen.tsx')),
    }),
    createRoute({
      getParentRoute: () => signUp,
      path: '/forgot',
      component: lazyPage(() => import('#features/access/sign-in/forgot.screen.tsx')),
    }),
  ]),
  playground.addChildren([
    createRoute({
      getParentRoute: () => playground,
      path: '/playground',
      component: lazyPage(() => import('#web/playground/playground.screen.tsx')),
    }),
  ]),
])

const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: canPreload() ? 'intent' : false,
  defaultPendingMs: 400,
  // What has come into sight stays for a moment, so that it does not blink.
  defaultPendingMinMs: 200,
  defaultPendingComponent: () => <Skeleton lines={6} late />,
  defaultErrorComponent: ErrorPage,
  notFoundMode: 'root',
  scrollRestoration: true,
})

/** What main mounts, once. */
export function startRouting() {
  followSession(router)
  focusPages(router)
  return <RouterProvider router={router} />
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The menu page whose rights admit to this address, where it is not the address itself. */
    page?: string
  }
}
