/** A card for each fund: its balance in our books and as the gateway reports it, and whether it is sufficient. */
import type { ReactNode } from 'react'
import { ActButtons } from '#web/action/act-buttons.tsx'
import { useRead } from '#web/call/api.ts'
import { momentText, textOf } from '#web/value/format.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import type { RowAct } from '#web/action/act.tsx'
import { infoOf } from '#contract/schema.ts'
import { type FundRow, useFundActs } from './fund-acts.screen.tsx'
import { Fund, funds, prize_fund } from './fund.contract.ts'

/** A background job fetches the reported balances. */
const look_every_ms = 5_000

export function Funds({ tabs }: { tabs: ReactNode }) {
  const list = useRead(funds.list, {}, { every_ms: look_every_ms })
  const { actsOf, dialogs } = useFundActs()
  return (
    <Stack gap={4}>
      <Toolbar>{tabs}</Toolbar>
      <ReadFallback read={list} />
      <Grid gap={4} even>
        {list.data?.items.map((fund) => (
          <FundCard key={fund.account_id} fund={fund} acts={actsOf(fund)} />
        ))}
      </Grid>
      {dialogs}
    </Stack>
  )
}

const { shape } = Fund
type FundColumn = 'balance' | 'reported_balance' | 'difference' | 'promised' | 'free' | 'warn_below'
const label = (name: FundColumn) => infoOf(shape[name])!.label
const amount = (fund: FundRow, name: FundColumn) => textOf(infoOf(shape[name]), fund[name])

function FundCard({ fund, acts }: { fund: FundRow; acts: readonly RowAct[] }) {
  const { account_name, account_code, is_low, reported_at, gateway } = fund
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
              label: label('reported_balance'),
              value:
                gateway === prize_fund ? null : reported_at === null ? (
                  <Text as="span" tone="muted">
                    Chưa lấy được số dư
                  </Text>
                ) : (
                  <ReportedBalance fund={fund} />
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

function ReportedBalance({ fund }: { fund: FundRow }) {
  return (
    <>
      <Text as="div" strong size="lg">
        {amount(fund, 'reported_balance')}
      </Text>
      <Text as="div" size="sm" tone="muted">
        {momentText(fund.reported_at!)}
      </Text>
    </>
  )
}

function Difference({ fund }: { fund: FundRow }) {
  return (
    <Text as="span" strong tone={fund.difference === 0 ? 'green' : 'danger'}>
      {fund.difference === 0 ? 'Khớp' : amount(fund, 'difference')}
    </Text>
  )
}
