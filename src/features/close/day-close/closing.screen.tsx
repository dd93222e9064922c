/** A day with its proofs; those that differ are highlighted, with links to their rows. */
import { useState, type ReactNode } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { useAddressValue } from '#web/list/use-list.ts'
import { useNarrow } from '#web/list/use-narrow.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { asOfText, clockText, dayText, numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Equations } from '#web/ui/show/equations.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { books } from '#features/close/books/books.contract.ts'
import { closeStatus, dayClose, type DayCloseFull, type DayProof } from './day-close.contract.ts'
import { differenceText } from './difference.rules.ts'
import { Exceptions } from './exceptions.screen.tsx'
import { RowsLink } from '#web/record/rows-link.tsx'
import { Signatures, States } from './signatures.screen.tsx'

const Paper = lazyPart(() => import('./paper.screen.tsx'), { mountWhen: ({ closing }) => closing !== null })
const Journal = lazyPart(() => import('#features/close/books/journal.screen.tsx'), {
  mountWhen: ({ day }) => day !== null,
})
const Breakdown = lazyPart(() => import('#features/close/proof/breakdown.screen.tsx'), {
  mountWhen: ({ proof }) => proof !== null,
})

export function ClosingDay({ tabs }: { tabs: ReactNode }) {
  const [dayParameter, setDay] = useAddressValue('day')
  // By default yesterday, because today is not over.
  const day = dayParameter ?? addDays(today(), -1)
  const read = useRead(dayClose.detail, { day }, { keepPrevious: true })
  const closing = read.data?.day === day ? read.data : undefined
  const isMissing = read.error !== null && 'code' in read.error && read.error.code === 9005
  const [printed, setPrinted] = useState<DayCloseFull | null>(null)
  const [journal, setJournal] = useState<string | null>(null)
  const prepare = useAct(dayClose.prepare, { success: 'Đã tính xong số liệu của ngày.' })
  const isClosed = closing?.status === closeStatus.closed
  const compute = (
    <Act
      call={dayClose.prepare}
      icon="refresh"
      busy={prepare.pending}
      whyNot={isClosed && 'Ngày đã chốt, số liệu được giữ nguyên.'}
      onClick={() => prepare.mutate({ day })}
    >
      {isMissing ? 'Tính số liệu ngày này' : 'Tính lại'}
    </Act>
  )
  return (
    <>
      <PageHeader
        title={dayClosePage.title}
        aside={<DayStepper day={day} onDay={setDay} />}
        actions={
          <>
            {tabs}
            {!isMissing && compute}
            <Act call={books.journal} icon="sheet" onClick={() => setJournal(day)}>
              Sổ sách
            </Act>
            <Button
              icon="document"
              whyNot={!closing && 'Ngày này chưa được tính.'}
              onClick={() => setPrinted(closing ?? null)}
            >
              In biên bản
            </Button>
          </>
        }
      />
      {isMissing ? (
        <EmptyState
          kind="empty"
          icon="calendar"
          title={`Ngày ${dayText(day)} chưa được tính`}
          message="Số liệu của ngày hôm trước được tính tự động vào giờ đã đặt. Có thể tính ngay."
          action={compute}
        />
      ) : closing ? (
        <Closing closing={closing} />
      ) : (
        <ReadFallback read={read} lines={12} />
      )}
      <Paper closing={printed} onClose={() => setPrinted(null)} />
      <Journal day={journal} onClose={() => setJournal(null)} />
    </>
  )
}

function DayStepper({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  return (
    <Row gap={1} wrap={false}>
      <IconButton icon="chevron-left" label="Ngày trước" bordered onClick={() => onDay(addDays(day, -1))} />
      <Field label="Ngày" labelHidden width="sm">
        <DateInput value={day} max={today()} onChange={(value) => value && onDay(value)} />
      </Field>
      <IconButton
        icon="chevron-right"
        label="Ngày sau"
        bordered
        whyNot={day >= today() && 'Ngày mai chưa tới'}
        onClick={() => onDay(addDays(day, 1))}
      />
    </Row>
  )
}

const computedText = ({ prepared_at, prepared_by_name, took_ms }: DayCloseFull) =>
  `Tính lúc ${asOfText(prepared_at)}, ${prepared_by_name ?? 'tự động'}, trong ${numberText(took_ms / 1_000, 1)} giây, mọi số cùng một thời điểm`

function Closing({ closing }: { closing: DayCloseFull }) {
  const [broken, setBroken] = useState<DayProof | null>(null)
  return (
    <Stack gap={3}>
      <Summary closing={closing} />
      <Split
        side="right"
        aside={
          <Stack gap={3}>
            <Exceptions closing={closing} />
            <Signatures closing={closing} />
            <States states={closing.states} />
          </Stack>
        }
      >
        <Panel flush>
          <Equations
            label="Bằng chứng của ngày"
            items={closing.proofs.map((proof) => ({
              key: proof.proof,
              title: proof.title,
              subtitle: proof.seen,
              agrees: agrees(proof),
              sides: proof.sides.map(({ label, value, sign }) => ({
                label,
                value: numberText(value),
                sign: sign === '-' ? '−' : sign,
              })),
              note: agrees(proof) ? `Lệch 0 · ${proof.note}` : disagreementOf(proof),
              action: (
                <Row gap={3} justify="end">
                  {proof.lines.length > 0 && (
                    <IconButton icon="list" label={`Chi tiết ${proof.title}`} onClick={() => setBroken(proof)} />
                  )}
                  <RowsLink link={proof.link}>{proof.link_text}</RowsLink>
                </Row>
              ),
            }))}
          />
        </Panel>
      </Split>
      <Breakdown proof={broken} onClose={() => setBroken(null)} />
    </Stack>
  )
}

const agrees = ({ difference, found }: DayProof) => difference === 0 && found === 0

function disagreementOf({ difference, found, unit, findings, note }: DayProof): string {
  const [firstFinding] = findings
  const other_places = found > 1 ? ` và ${numberText(found - 1)} chỗ khác` : ''
  return `${differenceText(difference, unit)} · ${firstFinding ? `${firstFinding.title}${other_places}` : note}`
}

/** One sentence about the day, and its three sums. */
function Summary({ closing }: { closing: DayCloseFull }) {
  const isNarrow = useNarrow()
  const { proofs, status, day } = closing
  const differing = proofs.filter((proof) => !agrees(proof))
  const valueOf = (proof: string, side: number) =>
    proofs.find((candidate) => candidate.proof === proof)!.sides[side]!.value
  const isClosed = status === closeStatus.closed
  const countText = `${proofs.length - differing.length} trên ${proofs.length} bằng chứng khớp tới từng đồng.`
  const figures = [
    { label: 'Doanh số', value: <Text strong>{moneyText(closing.sales)}</Text> },
    { label: 'Đã trả thưởng', value: <Text strong>{moneyText(valueOf('prizes', 1))}</Text> },
    { label: 'Đã hoàn khách', value: <Text strong>{moneyText(valueOf('refunds', 1))}</Text> },
  ]
  return (
    <Stack gap={3}>
      {!closing.is_intact && (
        <Banner kind="error" title="Bản lưu không còn nguyên vẹn">
          Số liệu đang lưu không cho ra dấu đã ghi. Hãy báo quản trị viên kiểm nhật ký thao tác.
        </Banner>
      )}
      <Panel>
        <Row gap={6} wrap>
          <Stack gap={1}>
            <Row gap={2} wrap>
              {isClosed ? (
                <Badge tone="green">Đã chốt</Badge>
              ) : (
                <Badge tone={differing.length > 0 ? 'red' : 'blue'}>
                  {differing.length > 0 ? 'Còn lệch' : 'Chưa chốt'}
                </Badge>
              )}
              <Text strong>{isClosed ? `Ngày ${dayText(day)} đã chốt. ${countText}` : countText}</Text>
              {differing.length > 0 && (
                <Text strong tone="danger">{`Lệch ở ${differing.map(({ title }) => title).join(', ')}.`}</Text>
              )}
            </Row>
            <Text size="sm" tone="muted">
              {isClosed
                ? 'Không ghi lùi vào ngày này được nữa. Cần sửa thì ghi bút toán hôm nay, thuộc lần chốt sau.'
                : 'Còn ngoại lệ chặn thì chưa ký được. Chốt rồi không ghi lùi vào ngày này, sửa bằng bút toán ngày sau.'}
              {closing.reopened_at &&
                ` Ngày này đã từng được mở lại lúc ${clockText(closing.reopened_at)} ngày ${dayText(closing.reopened_at.slice(0, 10))}.`}
            </Text>
            <Text size="sm" tone="muted">
              {computedText(closing)}
            </Text>
          </Stack>
          {isNarrow ? (
            <DescriptionList columns={1} items={figures} />
          ) : (
            <>
              <Spacer />
              {figures.map(({ label, value }) => (
                <Stack key={label} gap={0}>
                  <Text size="sm" tone="muted">
                    {label}
                  </Text>
                  {value}
                </Stack>
              ))}
            </>
          )}
        </Row>
      </Panel>
    </Stack>
  )
}
