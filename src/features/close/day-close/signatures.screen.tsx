/** The signatures and the history of a day; a person signs the figures that they see. */
import { useState } from 'react'
import { whyNot } from '#contract/lifecycle.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { useRights } from '#web/session/rights.ts'
import { asOfText, clockText, dayText, textOf } from '#web/value/format.ts'
import { infoOf } from '#contract/schema.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Timeline } from '#web/ui/show/timeline.tsx'
import { RowsLink } from '#web/record/rows-link.tsx'
import { shortDigest } from './closing-paper.rules.ts'
import {
  closeLife,
  closeStatus,
  dayClose,
  eventChoice,
  eventKind,
  type DayCloseFull,
  type DayState,
} from './day-close.contract.ts'

const Reopen = lazyPart(() => import('./reopen.screen.tsx'), { mountWhen: ({ open }) => open })

export function Signatures({ closing }: { closing: DayCloseFull }) {
  const { me } = useRights()
  const [reopening, setReopening] = useState(false)
  const { status } = closing
  return (
    <Panel title="Hai người ký">
      <Stack gap={3}>
        {closing.fallen_at && status === closeStatus.prepared && (
          <Banner kind="warning" title={`Chữ ký của ${closing.fallen_by_name ?? 'người trước'} hết giá trị`}>
            Số liệu đã đổi lúc {clockText(closing.fallen_at, true)}. Người ký phải xem lại.
          </Banner>
        )}
        <Signature order="Người thứ nhất" name={closing.first_by_name} signed_at={closing.first_at} />
        <Signature order="Người thứ hai" name={closing.second_by_name} signed_at={closing.second_at} />
        <Digests closing={closing} />
        {status === closeStatus.closed ? (
          me.is_admin && (
            <Act call={dayClose.reopen} icon="unlock" onClick={() => setReopening(true)}>
              {closing.reopen_by === null ? 'Đề nghị mở lại…' : 'Đồng ý mở lại…'}
            </Act>
          )
        ) : (
          <SignAct closing={closing} />
        )}
        {closing.reopen_by !== null && (
          <Text size="sm" tone="amber">
            {closing.reopen_by_name} đề nghị mở lại: {closing.reopen_reason}
          </Text>
        )}
        <Events events={closing.events} />
      </Stack>
      <Reopen closing={closing} open={reopening} onClose={() => setReopening(false)} />
    </Panel>
  )
}

/** The act by which this person signs; below it the reason why that is not possible now. */
function SignAct({ closing }: { closing: DayCloseFull }) {
  const { me } = useRights()
  const { day, status, digest, sign_why_not } = closing
  const is_second = status === closeStatus.signed
  const sign = useAct(dayClose.sign, {
    success: (_, { is_signed }) =>
      !is_signed
        ? 'Số liệu đã đổi sau lúc bạn xem: chưa ký. Hãy xem lại các số mới.'
        : is_second
          ? `Đã chốt ngày ${dayText(day)}.`
          : 'Đã ký. Cần người thứ hai ký để chốt.',
  })
  const refusal = whyNot(is_second ? closeLife.moves.close : closeLife.moves.sign, closing, me)
  const why_not = refusal?.message ?? sign_why_not
  const ask = async () => {
    const question = is_second
      ? `Ký và chốt ngày ${dayText(day)}? Sau đó không ghi lùi vào ngày này được nữa.`
      : `Ký số liệu ngày ${dayText(day)}? Số đổi sau đó thì chữ ký hết giá trị.`
    if (await confirm({ message: question, confirmLabel: is_second ? 'Ký và chốt' : 'Ký' }))
      sign.mutate({ day, digest })
  }
  return (
    <>
      <Act call={dayClose.sign} variant="primary" busy={sign.pending} whyNot={why_not} onClick={() => void ask()}>
        {is_second ? `Ký và chốt ngày ${dayText(day)}` : `Ký số liệu ngày ${dayText(day)}`}
      </Act>
      {why_not && (
        <Text size="sm" tone="danger">
          {why_not}
        </Text>
      )}
    </>
  )
}

function Digests({ closing }: { closing: DayCloseFull }) {
  const { digest, previous_day, previous_digest } = closing
  return (
    <Stack gap={0}>
      <Row gap={1} wrap>
        <Text as="span" size="sm" tone="muted">
          Dấu của bản này
        </Text>
        <Mono>{shortDigest(digest)}</Mono>
      </Row>
      {previous_day && (
        <Row gap={1} wrap>
          <Text as="span" size="sm" tone="muted">
            nối từ ngày {dayText(previous_day)}
          </Text>
          <Mono>{shortDigest(previous_digest!)}</Mono>
        </Row>
      )}
    </Stack>
  )
}

function Signature({ order, name, signed_at }: { order: string; name: string | null; signed_at: string | null }) {
  return (
    <Row>
      <Stack gap={0}>
        <Text strong>{name ?? order}</Text>
        <Text size="sm" tone="muted">
          {signed_at ? `ký lúc ${asOfText(signed_at)}` : 'chưa ký'}
        </Text>
      </Stack>
      <Spacer />
      {signed_at ? <Badge tone="green">Đã ký</Badge> : <Badge>Chưa ký</Badge>}
    </Row>
  )
}

const event = infoOf(eventChoice())

/** The number of shown events; the history of the day has all of them. */
const max_events = 8

function Events({ events }: Pick<DayCloseFull, 'events'>) {
  return (
    <Timeline
      entries={events.slice(0, max_events).map(({ event_id, at, kind, user_name, note }) => ({
        key: event_id,
        time: clockText(at),
        day: dayText(at.slice(0, 10)),
        title: textOf(event, kind),
        subtitle: [user_name ?? 'Hệ thống', note].filter(Boolean).join(' · '),
        tone:
          kind === eventKind.closed
            ? 'green'
            : kind === eventKind.fallen || kind === eventKind.reopened
              ? 'red'
              : 'neutral',
      }))}
    />
  )
}

/** Further information that is not signed. */
export function States({ states }: { states: readonly DayState[] }) {
  return (
    <Panel title="Tình trạng lúc tính">
      <Stack gap={2}>
        <DescriptionList
          columns={1}
          items={states.map(({ title, value, is_well, link }) => ({
            label: title,
            value: link ? (
              <RowsLink link={link}>{value}</RowsLink>
            ) : (
              <Text as="span" tone={is_well ? 'normal' : 'amber'}>
                {value}
              </Text>
            ),
          }))}
        />
        <Text size="sm" tone="muted">
          Không thuộc chữ ký: những việc này còn thay đổi sau khi ngày đã hết.
        </Text>
      </Stack>
    </Panel>
  )
}
