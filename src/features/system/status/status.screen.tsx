/** The status of all parts of the system on one page: problems first, parts that are well without emphasis. */
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { RowsLink } from '#web/record/rows-link.tsx'
import { clockText, numberText } from '#web/value/format.ts'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { status, statusPage, type StatusLine, type StatusSection } from './status.contract.ts'

export default function StatusScreen() {
  const read = useRead(status.get, {}, { every_ms: 15_000, keepPrevious: true })
  const { at, sections } = read.data ?? { sections: [] }
  return (
    <>
      <PageHeader title={statusPage.title} subtitle={at && `Lúc ${clockText(at, true)}; tự xem lại mỗi 15 giây.`} />
      {read.data ? (
        <Stack gap={3}>
          <Summary sections={sections} />
          <Grid columns={2} gap={3} even>
            {sections.map((section) => (
              <Part key={section.key} section={section} />
            ))}
          </Grid>
        </Stack>
      ) : (
        <ReadFallback read={read} lines={16} />
      )}
    </>
  )
}

const needsSomebody = ({ tone }: StatusLine) => tone === 'bad' || tone === 'watch'

/** The problems, the worst first, with what to do about each. */
function Summary({ sections }: { sections: readonly StatusSection[] }) {
  const needsAttention = sections.flatMap(({ title, lines }) =>
    lines.filter(needsSomebody).map((line) => ({ ...line, part: title })),
  )
  const failed_checks = needsAttention.filter(({ tone }) => tone === 'bad')
  if (needsAttention.length === 0)
    return (
      <Banner kind="success" title="Mọi phần đều ổn">
        Không có việc nào cần người xử lý.
      </Banner>
    )
  return (
    <Banner
      kind={failed_checks.length > 0 ? 'error' : 'warning'}
      title={summaryText(needsAttention.length, failed_checks.length)}
    >
      <DescriptionList
        columns={2}
        items={[...failed_checks, ...needsAttention.filter(({ tone }) => tone === 'watch')].map(
          ({ part, title, value, advice, link }) => ({
            label: `${part}: ${title}`,
            value: (
              <Stack gap={0}>
                <Text as="span">{value}</Text>
                <Text as="span" size="sm">
                  {advice}
                </Text>
                <RowsLink link={link}>Mở trang xử lý</RowsLink>
              </Stack>
            ),
          }),
        )}
      />
    </Banner>
  )
}

function summaryText(count: number, failed_count: number): string {
  if (failed_count === count) return `${numberText(count)} việc có lỗi, cần người xem`
  const failed_text = failed_count > 0 ? `, trong đó ${numberText(failed_count)} việc có lỗi` : ''
  return `${numberText(count)} việc cần người xem${failed_text}`
}

function Part({ section: { title, lines } }: { section: StatusSection }) {
  const worst = lines.some(({ tone }) => tone === 'bad')
    ? ({ tone: 'red', text: 'Có lỗi' } as const)
    : lines.some(({ tone }) => tone === 'watch')
      ? ({ tone: 'amber', text: 'Cần xem' } as const)
      : lines.every(({ tone }) => tone === 'off')
        ? ({ tone: 'neutral', text: 'Không dùng' } as const)
        : ({ tone: 'green', text: 'Ổn' } as const)
  return (
    <Panel title={title} actions={<Badge tone={worst.tone}>{worst.text}</Badge>}>
      <DescriptionList
        columns={1}
        items={lines.map(({ title: label, value, tone, advice, link }) => ({
          label,
          value:
            link && tone === 'well' ? (
              <RowsLink link={link}>{value}</RowsLink>
            ) : (
              <Stack gap={0}>
                <Text
                  as="span"
                  tone={tone === 'bad' ? 'danger' : tone === 'watch' ? 'amber' : tone === 'off' ? 'muted' : 'normal'}
                >
                  {value}
                </Text>
                {tone === 'off' && advice && (
                  <Text as="span" size="sm" tone="muted">
                    {advice}
                  </Text>
                )}
              </Stack>
            ),
        }))}
      />
    </Panel>
  )
}
