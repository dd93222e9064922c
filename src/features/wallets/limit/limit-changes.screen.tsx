/** Changes of limits: those that wait for a second person, and the history of each limit. */
import { useState, type ReactNode } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { RejectDialog } from '#web/action/reject-dialog.tsx'
import { rejectVerb } from '#web/action/reject-verb.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { useList, type RowOf } from '#web/list/use-list.ts'
import { useRights } from '#web/session/rights.ts'
import type { Question } from '#web/ui/dialog/confirm-dialog.tsx'
import { moneyWords } from '#contract/text/money-words.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { whyNot } from '#contract/lifecycle.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { LimitChange, limitLife, limits, limitStatus } from './limit.contract.ts'

type Change = RowOf<typeof limits.list>

const { moves } = limitLife
const names = infoOf(LimitChange.shape.limit_name)!.options!
const nameOf = ({ limit_name }: Change) => names.find(({ value }) => value === limit_name)?.label ?? limit_name
/** Screens that move money show limits, so they read them again. */
const invalidates = ['cms/limit', 'cms/reward_config']
const preset = { status: limitStatus.waiting }

export default function LimitChanges({ tabs }: { tabs: ReactNode }) {
  const list = useList(limits.list, {}, preset)
  const { me } = useRights()
  const [rejected, setRejected] = useState<Change | null>(null)
  const approval = useAct(limits.approve, { success: 'Giới hạn mới đã có hiệu lực.', invalidates })
  const actsOf = (change: Change): RowAct[] => [
    {
      call: limits.approve,
      label: 'Xác nhận',
      icon: 'check',
      whyNot: whyNot(moves.approve, change, me)?.message ?? null,
      confirm: questionOf(change),
      run: () => approval.mutate({ limit_change_id: change.limit_change_id, version: change.version }),
    },
    {
      call: limits.reject,
      label: rejectVerb(change, me),
      icon: 'close',
      danger: true,
      whyNot: whyNot(moves.reject, change, null)?.message ?? null,
      run: () => setRejected(change),
    },
  ]
  return (
    <>
      <DataTable
        list={list}
        noun="thay đổi giới hạn"
        columns={[
          { key: 'limit_name', width: 250 },
          { key: 'new_value', width: 124 },
          { key: 'old_value', width: 124 },
          { key: 'status', width: 124 },
          { key: 'created_by_name', width: 116 },
          { key: 'created_at', width: 136 },
          { key: 'decided_by_name', width: 124 },
          { key: 'decided_at', width: 140, hidden: true },
          { key: 'decision_reason', width: 200, hidden: true },
        ]}
        acts={actsOf}
        queues={tabs}
        search={<SearchBar list={list} filters={['status', 'limit_name']} />}
      />
      {rejected && (
        <RejectDialog
          call={limits.reject}
          input={{ limit_change_id: rejected.limit_change_id, version: rejected.version }}
          created_by={rejected.created_by}
          request_name="thay đổi giới hạn"
          description={nameOf(rejected)}
          invalidates={invalidates}
          onClose={() => setRejected(null)}
        >
          <Text>Giới hạn vẫn là {moneyText(rejected.old_value)}.</Text>
        </RejectDialog>
      )}
    </>
  )
}

function questionOf(change: Change): Question {
  return {
    title: 'Xác nhận thay đổi giới hạn',
    message: (
      <Stack gap={2}>
        <Text>{nameOf(change)}</Text>
        <Text strong>
          {moneyText(change.old_value)} → {moneyText(change.new_value)}
        </Text>
        <Text>{moneyWords(change.new_value)}</Text>
        <Text tone="muted">{change.created_by_name} đề nghị. Có hiệu lực ngay khi bạn xác nhận.</Text>
      </Stack>
    ),
  }
}
