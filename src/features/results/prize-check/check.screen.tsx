/** Dò vé: numbers are typed or pasted on the left, and their prizes are shown on the right while typing. */
import { useDeferredValue, useState } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { PageButton } from '#web/route/link.tsx'
import { useRead } from '#web/call/api.ts'
import { useAddressValue } from '#web/list/use-list.ts'
import { dayText, numberText } from '#web/value/format.ts'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { TextArea } from '#web/ui/field/text-area.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { StatTile } from '#web/ui/show/stat-tile.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { claimPage } from '#features/rewards/pages.contract.ts'
import { checkPage } from '#features/results/pages.contract.ts'
import { isTraditional, type Product } from '#features/results/product/product.contract.ts'
import { check, max_entries, type CheckAnswerRow } from './check.contract.ts'
import { CheckTable } from './check-table.screen.tsx'
import { splitEntries } from './check.rules.ts'
import { DrawFields, useDrawChoice } from './draw-choice.screen.tsx'

export default function CheckScreen() {
  const { can } = useRights()
  const [numbersParam] = useAddressValue('numbers')
  const [typed, setTyped] = useState(numbersParam ?? '')
  const draw = useDrawChoice()
  const text = useDeferredValue(typed)
  const all = draw.period ? splitEntries(draw.period.category, text) : []
  const entries = all.slice(0, max_entries).map((numbers) => ({ numbers }))
  const is_required = draw.period !== null && draw.is_drawn && entries.length > 0
  const read = useRead(
    check.check,
    { category: draw.period?.category ?? 3, period_id: draw.period?.period_id ?? null, entries },
    { enabled: is_required, keepPrevious: true },
  )
  const answer = is_required && read.data && read.data.period_id === draw.period?.period_id ? read.data : null
  return (
    <Screen>
      <PageHeader
        title={checkPage.title}
        aside={
          !matchMedia('(pointer: coarse)').matches && (
            <Text tone="muted">Mở ở bất cứ đâu: Ctrl+K rồi gõ “dò 417268 hcm”</Text>
          )
        }
        actions={
          <>
            {can(claimPage.add) && (
              <PageButton to={claimPage.url} search={{ desk: typed.trim().split(/\s/)[0] || '-' }} icon="shield">
                Nhận thưởng tại quầy
              </PageButton>
            )}
            <Button icon="copy" whyNot={!answer && 'Chưa có kết quả dò'} onClick={() => answer && void copy(answer)}>
              Chép câu trả lời
            </Button>
            <Button icon="document" whyNot={!answer && 'Chưa có kết quả dò'} onClick={() => print()}>
              In
            </Button>
          </>
        }
      />
      <Split
        fill
        aside={
          <Panel fill scroll footer={<Foot onClear={() => setTyped('')} />}>
            <Stack gap={3}>
              <DrawFields draw={draw} />
              <Field label={labelOf(all.length, answer)} hint={hintOf(draw.period?.category)}>
                <TextArea
                  value={typed}
                  onChange={setTyped}
                  rows={9}
                  spellCheck={false}
                  onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
                />
              </Field>
              {all.length > max_entries && (
                <Text tone="amber">{`Chỉ dò ${max_entries} số đầu tiên trong ${numberText(all.length)} số.`}</Text>
              )}
            </Stack>
          </Panel>
        }
      >
        <Stack gap={3} fill>
          {answer && <Figures answer={answer} />}
          {answer ? (
            <CheckTable answer={answer} busy={read.isPlaceholderData} />
          ) : (
            <Panel>
              <NoAnswer draw={draw} failure={is_required ? read.error?.message : undefined} />
            </Panel>
          )}
        </Stack>
      </Split>
    </Screen>
  )
}

function labelOf(count: number, answer: CheckAnswerRow | null): string {
  if (count === 0) return 'Số vé'
  const unreadText = answer && answer.unread > 0 ? ` · ${numberText(answer.unread)} sai` : ''
  return `Số vé · ${numberText(count)} số${unreadText}`
}

function hintOf(category: Product | undefined): string {
  return category !== undefined && !isTraditional(category)
    ? 'Mỗi dòng một bộ số, dán tới 500 dòng.'
    : 'Dán tới 500 số, cách nhau bằng gì cũng được. Khoảng trắng trong một số được bỏ.'
}

function Foot({ onClear }: { onClear: () => void }) {
  return (
    <Row justify="between" wrap={false}>
      <Text tone="muted" size="sm">
        Trả lời ngay khi gõ
      </Text>
      <Button onClick={onClear}>Xóa (Esc)</Button>
    </Row>
  )
}

function Figures({ answer }: { answer: CheckAnswerRow }) {
  const { entries, won, unread, gross, tax, net } = answer
  return (
    <Grid columns={4} even>
      <StatTile label="Trúng" value={`${numberText(won)} / ${numberText(entries.length - unread)} vé`}>
        {unread > 0 ? `${numberText(unread)} số không đọc được` : `${answer.name} ${dayText(answer.open_date)}`}
      </StatTile>
      <StatTile label="Tiền thưởng" value={moneyText(gross)}>{`Bảng giải từ ${dayText(answer.table_from)}`}</StatTile>
      <StatTile label="Thuế TNCN" value={tax === 0 ? moneyText(0) : `−${moneyText(tax)}`}>
        {`${numberText(answer.tax_rate / 100)}% phần trên ${moneyText(answer.tax_threshold)} mỗi vé`}
      </StatTile>
      <StatTile label="Thực nhận" value={moneyText(net)}>{`Hạn lĩnh ${dayText(answer.claim_until)}`}</StatTile>
    </Grid>
  )
}

function NoAnswer({ draw, failure }: { draw: ReturnType<typeof useDrawChoice>; failure: string | undefined }) {
  if (draw.isPending) return <Skeleton lines={6} />
  if (draw.period === null)
    return <EmptyState kind="empty" title="Không có kỳ quay" message="Ngày này không có kỳ nào của sản phẩm đã chọn." />
  if (!draw.is_drawn) return <EmptyState kind="empty" title="Chưa đến giờ quay" message="Kỳ này chưa quay thưởng." />
  if (failure !== undefined) return <EmptyState kind="empty" title="Chưa dò được" message={failure} />
  return <EmptyState kind="empty" title="Gõ hoặc dán số vé" message="Giải, thuế và tiền thực nhận hiện ra ngay." />
}

/** Copies a text for the customer: a line for each number, and the sum. */
async function copy(answer: CheckAnswerRow): Promise<void> {
  const lines = answer.entries.map(({ numbers, error, text, net }) => {
    if (error !== null) return `${numbers}: ${error}`
    return text === '' ? `${numbers}: không trúng` : `${numbers}: ${text}, thực nhận ${moneyText(net)}`
  })
  const all = [
    `Kết quả dò vé ${answer.name} ngày ${dayText(answer.open_date)}`,
    ...lines,
    `Tổng thực nhận ${moneyText(answer.net)}, hạn lĩnh ${dayText(answer.claim_until)}`,
  ].join('\n')
  try {
    await navigator.clipboard.writeText(all)
    toast.success('Đã chép câu trả lời')
  } catch {
    toast.error('Trình duyệt không cho sao chép')
  }
}
