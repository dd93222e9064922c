/** The funds beside one another: what lies there by our books and by the gateway's word, and whether it will do. */
import type { ReactNode } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import { useRead } from '#web/api.ts'
import { momentText, textOf } from '#web/format.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Grid } from '#web/ui/grid.tsx'
import { Stack, Toolbar } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import type { RowAct } from '#web/act.tsx'
import { infoOf } from '#contract/schema.ts'
import { type Fund, useFundActs } from './fund-acts.screen.tsx'
import { accountReward, RewardAccount } from './reward-account.contract.ts'

/** What the gateways tell is fetched by background jobs. */
const look_every_ms = 5_000

export function Funds({ tabs }: { tabs: ReactNode }) {
  const funds = useRead(accountReward.list, {}, { every: look_every_ms })
  const { actsOf, dialogs } = useFundActs()
  return (
    <Stack gap={4}>
      <Toolbar>{tabs}</Toolbar>
      <ReadFallback read={funds} />
      <Grid gap={4}>
        {funds.data?.items.map((fund) => (
          <FundCard key={fund.account_id} fund={fund} acts={actsOf(fund)} />
        ))}
      </Grid>
      {dialogs}
    </Stack>
  )
}

const { shape } = RewardAccount
type Shown = 'balance' | 'told_balance' | 'difference' | 'promised' | 'free' | 'warn_below'
const label = (name: Shown) => infoOf(shape[name])!.label
const amount = (fund: Fund, name: Shown) => textOf(infoOf(shape[name]), fund[name])

function FundCard({ fund, acts }: { fund: Fund; acts: readonly RowAct[] }) {
  const { account_name, account_code, is_low, told_at } = fund
  return (
    <Panel
      title={account_name}
      actions={is_low ? <Badge tone="red">{infoOf(shape.is_low)!.label}</Badge> : <Badge>{account_code}</Badge>}
      footer={<ActButtons acts={acts} />}
    >
      <Stack gap={4}>
        {is_low && (
          <Banner kind="warning" title="Quỹ sắp hết">
            Còn {amount(fund, 'free')} sau khi trừ tiền chờ chi, dưới mức {amount(fund, 'warn_below')}.
          </Banner>
        )}
        <DescriptionList
          items={[
            {
              label: label('balance'),
              value: (
                <Text as="span" strong size="xl">
                  {amount(fund, 'balance')}
                </Text>
              ),
            },
            {
              label: label('told_balance'),
              value:
                told_at === null ? (
                  <Text as="span" tone="muted">
                    Chưa lấy được số dư
                  </Text>
                ) : (
                  <Told fund={fund} />
                ),
            },
            { label: label('difference'), value: fund.difference === null ? null : <Difference fund={fund} /> },
            { label: label('promised'), value: amount(fund, 'promised') },
            { label: label('free'), value: amount(fund, 'free') },
            { label: label('warn_below'), value: amount(fund, 'warn_below') },
          ]}
        />
      </Stack>
    </Panel>
  )
}

function Told({ fund }: { fund: Fund }) {
  return (
    <>
      <Text as="div" strong size="lg">
        {amount(fund, 'told_balance')}
      </Text>
      <Text as="div" size="sm" tone="muted">
        {momentText(fund.told_at!)}
      </Text>
    </>
  )
}

function Difference({ fund }: { fund: Fund }) {
  return (
    <Text as="span" strong tone={fund.difference === 0 ? 'green' : 'danger'}>
      {fund.difference === 0 ? 'Khớp' : amount(fund, 'difference')}
    </Text>
  )
}
