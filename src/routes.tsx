/** The URL map: every address with its layout and its lazily loaded screen. */
import '#web/ui/icon/app-icons.css'
import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { PageGate } from '#web/layout/page-gate.tsx'
import { focusPages } from '#web/route/focus-heading.ts'
import { canPreload, lazyPage, type LazyPage, type LoadPage } from '#web/route/lazy-page.tsx'
import { preloadPagesWith } from '#web/route/link.tsx'
import { onNavigated } from '#web/route/location.ts'
import { ProductPartsProvider, type ProductParts } from '#web/route/product-parts.ts'
import { Routing } from '#web/route/routing.tsx'
import { followScroll } from '#web/route/scroll.ts'
import { followSession, guard } from '#web/route/session-guard.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'

const productParts: ProductParts = {
  History: lazyPart(() => import('#features/access/audit/history-entries.screen.tsx'), {
    meanwhile: <Skeleton lines={6} />,
  }),
  Notice: lazyPart(() => import('#features/content/maintenance/maintenance-notice.screen.tsx'), {
    mountWhen: ({ isIdle }: { isIdle: boolean }) => isIdle,
  }),
  Customer: lazyPart(() => import('#features/customers/customer/customer-dialog.screen.tsx')),
  ImageField: lazyPart(() => import('#features/content/file/image-field.screen.tsx'), {
    meanwhile: <Skeleton kind="block" />,
  }),
}

const Shell = lazyPage(() => import('#features/access/sign-in/shell.screen.tsx'))
const EntryPages = lazyPage(() => import('#web/entry/entry-pages.tsx'))
const SignIn = lazyPage(() => import('#features/access/sign-in/sign-in.screen.tsx'))
const SignUp = lazyPage(() => import('#features/access/sign-in/sign-up.screen.tsx'))
const Forgot = lazyPage(() => import('#features/access/sign-in/forgot.screen.tsx'))
const PlaygroundLayout = lazyPage(() => import('#web/layout/playground-layout.tsx'))
const Playground = lazyPage(() => import('./playground/playground.screen.tsx'))
const NotFound = lazyPage(() => import('#web/error/not-found-page.tsx'))

interface PageRoute {
  path: string
  /** The menu page whose rights allow this address. */
  page_url: string
  Screen: LazyPage
  /** Shown inside the screen. */
  Tab?: LazyPage
}

/** A page in the default layout; with `of` it needs the rights of that menu page. */
const page = (path: string, load: LoadPage, { of = path }: { of?: string } = {}): PageRoute => ({
  path,
  page_url: of,
  Screen: lazyPage(load),
})

const systemConfig = page(
  '/cau-hinh-he-thong',
  () => import('#features/settings/system-config/system-config.screen.tsx'),
)

/** A tab of the system settings; its rights are in pages.contract.ts. */
const configTab = (name: string, load: LoadPage): PageRoute => {
  const path = `${systemConfig.path}/${name}`
  return { ...systemConfig, path, page_url: path, Tab: lazyPage(load) }
}

const pages: readonly PageRoute[] = [
  page('/', () => import('#features/access/home/home.screen.tsx')),
  page('/bao-mat', () => import('#features/access/second-factor/security.screen.tsx'), { of: '/' }),
  page('/tinh-trang-he-thong', () => import('#features/system/status/status.screen.tsx')),
  page('/chot-ngay', () => import('#features/close/day-close/day-close.screen.tsx')),
  systemConfig,
  configTab('thoi-gian-nhan-don', () => import('#features/settings/order-time/order-time.screen.tsx')),
  configTab('thoi-han-don-hang', () => import('#features/settings/order-limit/order-limit.screen.tsx')),
  configTab('phi-cong-tt', () => import('#features/settings/payment-fee-gate/payment-fee-gate.screen.tsx')),
  configTab('nguon-tt', () => import('#features/settings/payment-source/payment-source.screen.tsx')),
  configTab('hien-thi-san-pham', () => import('#features/settings/product-display/product-display.screen.tsx')),
  configTab('ket-qua-keno', () => import('#features/settings/keno-result/keno-result.screen.tsx')),
  configTab('canh-bao', () => import('#features/settings/alarm/alarm-config.screen.tsx')),
  configTab('phan-phoi', () => import('#features/settings/distribution/distribution.screen.tsx')),
  configTab('dai-quay', () => import('#features/tickets/draw-area/lottery.screen.tsx')),
  configTab('bang-giai', () => import('#features/results/prize-table/prize-table.screen.tsx')),
  configTab('day-thuong', () => import('#features/rewards/push-config/push-config.screen.tsx')),
  configTab('kho', () => import('#features/tickets/store-remain/store-remain.screen.tsx')),
  page('/hoan-ve', () => import('#features/tickets/ticket-return/return.screen.tsx')),
  page('/ve-ton', () => import('#features/tickets/unsold/unsold.screen.tsx')),
  page('/lich-su-tinh-thuong-ve-ton', () => import('#features/tickets/unsold/unsold-prize.screen.tsx')),
  page('/danh-muc-kho', () => import('#features/tickets/base-store/base-store.screen.tsx')),
  page('/phan-quyen-du-lieu', () => import('#features/partners/data-permission/data-permission.screen.tsx')),
  page('/quan-ly-pos', () => import('#features/partners/pos/pos.screen.tsx')),
  page('/cau-hinh-banner', () => import('#features/content/banner/banner.screen.tsx')),
  page('/quan-ly-thong-bao-webview', () => import('#features/content/popup/popup.screen.tsx')),
  page('/dieu-khoan-huong-dan-choi', () => import('#features/content/config-file/config-file.screen.tsx')),
  page('/dieu-khoan-huong-dan-choi/update', () => import('#features/content/config-file/config-file.screen.tsx'), {
    of: '/dieu-khoan-huong-dan-choi',
  }),
  page(
    '/dieu-khoan-huong-dan-choi/update/:id',
    () => import('#features/content/config-file/config-file-update.screen.tsx'),
    { of: '/dieu-khoan-huong-dan-choi' },
  ),
  page('/danh-sach-bai-viet', () => import('#features/content/post/post.screen.tsx')),
  page('/cau-hinh-link-keno-truc-tuyen', () => import('#features/content/link/link.screen.tsx')),
  page('/chuong-trinh-cashback', () => import('#features/customers/cashback/cashback.screen.tsx')),
  page('/du-lieu-ca-nhan', () => import('#features/customers/personal-data/personal-data.screen.tsx')),
  page('/lich-bao-tri', () => import('#features/content/maintenance/maintenance.screen.tsx')),
  page('/danh-muc-mon-an', () => import('#features/content/tag/tag.screen.tsx')),
  page('/danh-sach-mon-an', () => import('#features/content/food/food.screen.tsx')),
  page('/danh-sach-luat-top-food', () => import('#features/content/food-rule/food-rule.screen.tsx')),
  page('/tai-khoan', () => import('#features/access/account/account.screen.tsx')),
  page('/nhom-nguoi-dung', () => import('#features/access/group/group.screen.tsx')),
  page('/ra-soat-quyen', () => import('#features/access/access-review/access-review.screen.tsx')),
  page('/nhat-ky', () => import('#features/access/audit/audit.screen.tsx')),
  page('/cong-viec-nen', () => import('#features/access/job/job.screen.tsx')),
  page('/quan-ly-dai-ly', () => import('#features/partners/partner/partner.screen.tsx')),
  page('/doi-soat-dai-ly', () => import('#features/close/partner-statement/partner-statement.screen.tsx')),
  page('/quan-ly-ngan-hang-nap-tien', () => import('#features/partners/bank-config/deposit-bank.screen.tsx')),
  page('/quan-ly-ngan-hang-nhan-thuong', () => import('#features/partners/bank-config/reward-bank.screen.tsx')),
  page('/quan-ly-ve', () => import('#features/tickets/xskt-ticket/xskt-ticket.screen.tsx')),
  page('/quan-ly-ve-co-so', () => import('#features/tickets/stock/stock.screen.tsx')),
  page('/ve-cho-duyet', () => import('#features/tickets/ticket-import/approval.screen.tsx')),
  page('/quan-ly-ve-cap-nguyen', () => import('#features/tickets/ticket-group/ticket-group.screen.tsx')),
  page('/ve-cap-nguyen-cho-duyet', () => import('#features/tickets/ticket-group-import/group-approval.screen.tsx')),
  page('/bao-cao-lich-su-kho-ve', () => import('#features/tickets/stock/stock-history.screen.tsx')),
  page('/danh-sach-ky', () => import('#features/results/period/period.screen.tsx')),
  page('/danh-sach-ket-qua', () => import('#features/results/result/draw-result.screen.tsx')),
  page('/do-ve', () => import('#features/results/prize-check/check.screen.tsx')),
  page('/ket-qua-ky-gan-nhat', () => import('#features/results/sheet/sheet.screen.tsx')),
  page('/ket-qua-mega-power', () => import('#features/results/sheet/mega-power.screen.tsx')),
  page('/danh-sach-tai-khoan-vi', () => import('#features/wallets/wallet/wallet.screen.tsx')),
  page('/lich-su-giao-dich-vi', () => import('#features/wallets/wallet/wallet-history.screen.tsx')),
  page('/nap-tien-chuyen-khoan', () => import('#features/wallets/deposit/deposit.screen.tsx')),
  page('/yeu-cau-rut-tien-ve-tknh', () => import('#features/wallets/withdrawal/bank-withdrawal.screen.tsx')),
  page('/yeu-cau-rut-tien-ve-vi-momo', () => import('#features/wallets/withdrawal/momo-withdrawal.screen.tsx')),
  page('/lo-kiem-tra-tai-khoan', () => import('#features/rewards/account-check/account-checks.screen.tsx')),
  page('/kho-the-tra-truoc', () => import('#features/rewards/card/cards.screen.tsx')),
  page('/lo-tra-thuong', () => import('#features/rewards/batch/batches.screen.tsx')),
  page('/nhan-thuong-tai-quay', () => import('#features/rewards/claim/claims.screen.tsx')),
  page('/lich-su-tra-thuong', () => import('#features/rewards/reward/rewards.screen.tsx')),
  page('/tai-khoan-tra-thuong', () => import('#features/wallets/fund/fund.screen.tsx')),
  page('/lich-su-tai-khoan-tra-thuong', () => import('#features/wallets/fund/fund-history.screen.tsx')),
  page('/quan-ly-hinh-thuc-nhan-thuong', () => import('#features/wallets/money-config/money-config.screen.tsx')),
  page('/giao-dich-truc-tuyen', () => import('#features/orders/process/online.screen.tsx')),
  page('/giao-dich-giu-ve', () => import('#features/orders/process/held.screen.tsx')),
  page('/tai-khoan-MBBank', () => import('#features/partners/bank-config/mb-account.screen.tsx')),
  page('/quan-ly-nhom-khach-hang', () => import('#features/customers/group-vip/group-vip.screen.tsx')),
  page('/quan-ly-nhom-khach-hang/:id?/danh-sach-phi', () => import('#features/customers/fee/fee.screen.tsx'), {
    of: '/quan-ly-nhom-khach-hang',
  }),
  page('/lich-su-giao-dich', () => import('#features/orders/order/order.screen.tsx')),
  page('/lich-su-hoan-huy', () => import('#features/orders/refund/refund.screen.tsx')),
  page('/doanh-so-xskt', () => import('#features/reports/sales/sales-xskt.screen.tsx')),
  page('/bc-ve-ton-xskt', () => import('#features/reports/stock-report/unsold-report.screen.tsx')),
  page('/bc-ve-hoan-xskt', () => import('#features/reports/stock-report/return-report.screen.tsx')),
  page('/doanh-so-xsdt', () => import('#features/reports/sales/sales-xsdt.screen.tsx')),
  page('/thong-ke-theo-gia-tri-don-sxdt', () => import('#features/reports/breakdown/by-price.screen.tsx')),
  page('/thong-ke-theo-loai-hinh-choi-xsdt', () => import('#features/reports/breakdown/by-type.screen.tsx')),
  page('/thong-ke-theo-nhom-diem-ban-sxdt', () => import('#features/reports/breakdown/by-group.screen.tsx')),
]

const shellPages = pages.map(({ path, page_url, Screen, Tab }) => (
  // The settings stay while their tab changes, also when its code takes long.
  <Route key={Tab ? systemConfig.path : path} path={path}>
    <PageGate url={page_url}>
      <Screen>
        {Tab && (
          <Suspense fallback={<Skeleton lines={6} late />}>
            <Tab />
          </Suspense>
        )}
      </Screen>
    </PageGate>
  </Route>
))

/** The page of the address in its layout. */
function Routes() {
  return (
    <Switch>
      <Route path="/login">
        <EntryPages>
          <SignIn />
        </EntryPages>
      </Route>
      <Route path="/logup">
        <EntryPages>
          <SignUp />
        </EntryPages>
      </Route>
      <Route path="/forgot">
        <EntryPages>
          <Forgot />
        </EntryPages>
      </Route>
      <Route path="/playground">
        <PlaygroundLayout>
          <Playground />
        </PlaygroundLayout>
      </Route>
      <Route>
        <Shell>
          <Switch>
            {shellPages}
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Shell>
      </Route>
    </Switch>
  )
}

/** Loads the code of a page before it is opened; a failure is handled when it is. */
function loadPage(pathname: string) {
  pages
    .find(({ path }) => path === pathname)
    ?.Screen.preload()
    .catch(() => undefined)
}

/** Begins to follow the address; called once by main. */
export function startRouting() {
  followScroll()
  focusPages()
  guard()
  onNavigated(guard)
  followSession()
  if (canPreload()) preloadPagesWith(loadPage)
  return (
    <ProductPartsProvider value={productParts}>
      <Routing>
        <Routes />
      </Routing>
    </ProductPartsProvider>
  )
}
