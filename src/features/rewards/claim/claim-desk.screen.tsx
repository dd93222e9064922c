/** The payout counter: finds a prize, compares ticket and identity papers with it, and pays it. */
import { useState } from 'react'
import type { InputOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { Refusal } from '#web/call/send.ts'
import { showAtFields } from '#web/form/first-error.ts'
import { ImageField } from '#web/form/image-field.tsx'
import { restored_text } from '#web/form/restored-text.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { dayText, numberText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import { TextArea } from '#web/ui/field/text-area.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { LiveText } from '#web/ui/message/live-text.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { claim_folder, claims, claimStatus, payMethod, type PhotoName } from './claim.contract.ts'
import {
  drawOf,
  Receiver,
  receiver_names,
  type ClaimDraft,
  type Prize,
  type RefusableProps,
} from './claim-receiver.screen.tsx'
import { lastPrize, useClaimDraft } from './claim-draft.screen.tsx'
import { Papers } from './claim-papers.screen.tsx'
import { claim_invalidates } from './claim-acts.screen.tsx'
import { matchesOf, type Match } from './claim.rules.ts'

export interface ClaimDeskProps {
  keyword: string
  onKeyword: (keyword: string) => void
  /** Called when the claim is paid or waits for the second person. */
  onTaken: (claim_id: number) => void
  onBack: () => void
}

const min_keyword = 2

export default function ClaimDesk({ keyword, onKeyword, onTaken, onBack }: ClaimDeskProps) {
  const enabled = keyword.trim().length >= min_keyword
  const search = useRead(claims.find, { keyword: keyword.trim() }, { enabled, keepPrevious: true })
  const [chosen_id, setChosenId] = useState(lastPrize)
  const [isFocused, setFocused] = useState(false)
  const prizes = enabled ? (search.data?.items ?? []) : []
  const open = prizes.filter(({ why_not }) => why_not === null)
  const prize = open.find(({ reward_id }) => reward_id === chosen_id) ?? (open.length === 1 ? open[0]! : null)
  const choose = (reward_id: number | null) => {
    setChosenId(reward_id)
    setFocused(reward_id !== null)
  }
  return (
    <Stack gap={3}>
      <Panel>
        <Toolbar
          end={
            <>
              {prize && (
                <Text>
                  Hạn lĩnh <strong>{dayText(prize.claim_until)}</strong>
                </Text>
              )}
              {prize && open.length > 1 && <Button onClick={() => choose(null)}>Chọn giải khác</Button>}
              <Button onClick={onBack}>Để sau</Button>
            </>
          }
        >
          <Field label="Số vé, sê-ri hoặc SĐT" labelHidden width="lg">
            <SearchInput
              placeholder="Số vé, sê-ri, SĐT, mã đơn"
              value={keyword}
              onSearch={onKeyword}
              // Whoever takes a ticket types what is on it.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus={keyword === ''}
            />
          </Field>
          <LiveText>{enabled && search.data && <Text tone="muted">{foundText(prizes, open.length)}</Text>}</LiveText>
        </Toolbar>
      </Panel>
      {enabled && <ReadFallback read={search} lines={6} />}
      {prize ? (
        <Desk key={prize.reward_id} prize={prize} isFocused={isFocused} onTaken={onTaken} />
      ) : (
        <Panel>
          {prizes.length > 0 ? (
            <RecordList items={prizes.map((openPrize) => prizeItem(openPrize, () => choose(openPrize.reward_id)))} />
          ) : (
            <EmptyState
              kind="empty"
              title={enabled && search.data ? 'Không có giải nào khớp' : 'Gõ số trên vé, sê-ri hoặc SĐT của khách'}
              message="Chỉ vé đã bán và đã trúng thưởng mới có ở đây."
            />
          )}
        </Panel>
      )}
    </Stack>
  )
}

function foundText(prizes: readonly Prize[], open: number): string {
  if (prizes.length === 0) return 'Không có giải nào'
  return open === prizes.length
    ? `Tìm thấy ${numberText(open)} giải chưa lĩnh`
    : `${numberText(open)} / ${numberText(prizes.length)} giải còn lĩnh được`
}

const ticketText = ({ numbers, series }: Prize['lines'][number]) => [numbers, series].filter(Boolean).join(' · ')

function prizeItem(prize: Prize, run: () => void) {
  const { reward_id, prizes, net, why_not, full_name, lines } = prize
  const title = `${lines.map(ticketText).join(', ')} · ${prizes}`
  return {
    key: String(reward_id),
    icon: 'ticket' as const,
    title,
    badge: why_not === null ? undefined : <Badge tone="amber">Không nhận được</Badge>,
    lines: [
      `${drawOf(prize)} · ${full_name ?? 'Khách không để lại tên'} · ${moneyText(net)}`,
      ...(why_not ? [why_not] : []),
    ],
    action: why_not === null && (
      <Button size="sm" aria-label={`Chọn ${title}`} onClick={run}>
        Chọn
      </Button>
    ),
  }
}

interface DeskProps {
  prize: Prize
  /** It was chosen by a button, which is gone: typing goes on here. */
  isFocused: boolean
  onTaken: (claim_id: number) => void
}

function Desk({ prize, isFocused, onTaken }: DeskProps) {
  const { draft, change, clear, isRestored } = useClaimDraft(prize)
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const matches = matchesOf(prize, draft)
  const create = useAct(claims.create, {
    success: (_, { status }) => (status === claimStatus.paid ? 'Đã trả thưởng.' : 'Đã chuyển người thứ hai.'),
    onDone: ({ claim_id }) => {
      clear()
      onTaken(claim_id)
    },
    onFailure: (failure, _input, retry) => {
      const fields = failure instanceof Refusal ? (failure.data?.fields ?? {}) : {}
      if ([...receiver_names, ...photo_names].some((name) => name in fields)) showAtFields(failure, setErrors)
      else showFailure(failure, { retry })
    },
    invalidates: claim_invalidates,
  })
  const missing = matches.filter(({ state }) => state === 'missing').map(({ label }) => label.toLowerCase())
  return (
    <>
      {isRestored && (
        <Banner kind="info" action={<Button onClick={clear}>Nhập lại từ đầu</Button>}>
          {restored_text}
        </Banner>
      )}
      <Grid columns={3}>
        <Photos prize={prize} draft={draft} change={change} errors={errors} />
        <Panel
          title="Phải khớp"
          actions={
            <Badge tone={missing.length === 0 ? 'green' : 'amber'}>
              {`${matches.length - missing.length} / ${matches.length} khớp`}
            </Badge>
          }
        >
          <Stack gap={4}>
            <Papers prize={prize} draft={draft} change={change} isFocused={isFocused} />
            <RecordList items={matches.map(matchItem)} />
            <Field label="Ghi chú" hint="Điều người thứ hai cần biết">
              <TextArea value={draft.note ?? ''} onChange={(note) => change({ note })} limit={500} rows={2} />
            </Field>
          </Stack>
        </Panel>
        <Panel
          title="Khách nhận"
          footer={
            <Stack gap={2}>
              <LiveText>
                {missing.length > 0 && <Text tone="danger" size="sm">{`Còn thiếu: ${missing.join(', ')}`}</Text>}
              </LiveText>
              <Act
                call={claims.create}
                variant="primary"
                busy={create.pending}
                whyNot={missing.length > 0 && `Còn thiếu: ${missing.join(', ')}`}
                onClick={() => {
                  setErrors({})
                  create.mutate(inputOf(prize, draft))
                }}
              >
                {prize.needs_two ? 'Chuyển người thứ hai' : `Trả ${moneyText(prize.net)}`}
              </Act>
            </Stack>
          }
        >
          <Receiver prize={prize} draft={draft} change={change} errors={errors} />
        </Panel>
      </Grid>
    </>
  )
}

/** Called once nothing is missing: what must be there is. */
function inputOf(prize: Prize, draft: ClaimDraft): InputOf<typeof claims.create> {
  const { papers, paper_date, msisdn, id_number, transfer_ref, note, ...rest } = draft
  return {
    ...rest,
    reward_id: prize.reward_id,
    version: prize.version,
    papers: [...papers],
    paper_date: paper_date!,
    msisdn: msisdn.trim() || null,
    id_number: id_number || null,
    transfer_ref: draft.pay_method === payMethod.transfer ? transfer_ref! : null,
    note: note?.trim() || null,
    ticket_front: draft.ticket_front!,
  }
}

const photo_labels: Record<PhotoName, string> = {
  ticket_front: 'Mặt trước vé',
  ticket_back: 'Mặt sau vé',
  id_front: 'Giấy tờ, mặt trước',
  id_back: 'Giấy tờ, mặt sau',
}

const photo_names = Object.keys(photo_labels) as PhotoName[]

function Photos({ prize, draft, change, errors }: RefusableProps) {
  const names = prize.needs_papers ? photo_names : photo_names.slice(0, 1)
  return (
    <Panel title="Ảnh chụp tại quầy">
      <Stack gap={4}>
        <Text tone="muted" size="sm">
          Ảnh kín, mỗi lần xem đều ghi nhật ký.
        </Text>
        {names.map((name) => (
          <Field
            key={name}
            label={photo_labels[name]}
            error={errors[name]}
            required={name === 'ticket_front' || prize.needs_papers}
          >
            <ImageField
              folder={claim_folder}
              value={draft[name] ?? null}
              onChange={(image) => change({ [name]: image })}
            />
          </Field>
        ))}
      </Stack>
    </Panel>
  )
}

const match_icons = { agrees: 'check', warns: 'alert', missing: 'close' } as const
const match_tones = { agrees: 'green', warns: 'amber', missing: 'red' } as const
const match_words = { agrees: 'Khớp', warns: 'Có ghi chú', missing: 'Chưa khớp' } as const

function matchItem({ label, state, message }: Match) {
  return {
    key: label,
    icon: match_icons[state],
    title: label,
    badge: <Badge tone={match_tones[state]}>{match_words[state]}</Badge>,
    ...(message !== null && { lines: [message] }),
  }
}
