/** The tab 'Phân phối': products and payment sources of sale groups, limits of daily revenue, and limits of an order's value. */
import { useState } from 'react'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Stack, Toolbar } from '#web/ui/layout/layout.tsx'

const SaleGroups = lazyPart(() => import('#features/settings/sale-group/sale-group.screen.tsx'))
const MaxRevenue = lazyPart(() => import('#features/settings/max-revenue/max-revenue.screen.tsx'))
const OrderPrices = lazyPart(() => import('#features/settings/order-price/order-price.screen.tsx'))

type Part = 'groups' | 'revenue' | 'orders'

export default function DistributionScreen() {
  const [part, setPart] = useState<Part>('groups')
  return (
    <Stack>
      <Toolbar>
        <Segmented<Part>
          aria-label="Phần phân phối"
          value={part}
          onChange={setPart}
          options={[
            { value: 'groups', label: 'Nhóm bán' },
            { value: 'revenue', label: 'Doanh thu tối đa' },
            { value: 'orders', label: 'Giá trị đơn' },
          ]}
        />
      </Toolbar>
      {part === 'groups' && <SaleGroups />}
      {part === 'revenue' && <MaxRevenue />}
      {part === 'orders' && <OrderPrices />}
    </Stack>
  )
}
