/** The second person enters the result again without having seen it; differences are shown digit by digit. */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { areaOf, invalidate, useRead, useWrite } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { useKeptState } from '#web/form/kept-values.ts'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import { Refusal } from '#web/call/send.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { Progress } from '#web/ui/message/progress.tsx'
import { whyNot } from '#contract/lifecycle.ts'
import {
  result,
  resultConfig,
  secondEntry,
  type ResultDetailRow,
  type SecondEntry,
} from '#features/results/result/draw-result.contract.ts'
import { resultLife } from '#features/results/result/drawn-numbers.contract.ts'
import { secondGroups } from '#features/results/result/entry.rules.ts'
import { ResultTimeline } from '#features/results/result/result-timeline.screen.tsx'
import type { PrizeChanges } from '#features/results/prize-run/prize-run.contract.ts'
import ChangesDialog from './changes-dialog.screen.tsx'
import { Differences } from './differences.screen.tsx'
import { DrawFacts, Steps } from './draw-facts.screen.tsx'
import { AmountFields, SheetForm } from './sheet-form.screen.tsx'
import { filledText, useSheet, type Sheet, type SheetEntry } from './use-sheet.screen.tsx'

export function ConfirmResult({ result_id, onDone }: { result_id: number; onDone: () => void }) {
  const detail = useRead(result.detail, { result_id })
  const config = useRead(resultConfig.get, {})
  if (!detail.data || !config.data)
    return (
      <Screen>
        <PageHeader title="Xác nhận kết quả" actions={<Back onDone={onDone} />} />
        <Panel>
          <ReadFallback read={detail.data ? config : detail} />
        </Panel>
      </Screen>
    )
  return <Confirmation key={result_id} detail={detail.data} mode={config.data.second_entry} onDone={onDone} />
}

interface ConfirmationProps {
  detail: ResultDetailRow
  mode: SecondEntry
  onDone: () => void
}

function Confirmation({ detail, mode, onDone }: ConfirmationProps) {
  const { me } = useRights()
  const { result: row, differences } = detail
  const { result_id } = row
  const groups = secondGroups(row.category, row.open_date, mode)
  const { typed: before, setTyped: onTyped } = useKeptState<SheetEntry>(result.confirm, String(result_id))
  const sheet = useSheet(row, secondStart(detail), { before, onTyped }, groups)
  const confirmButton = useRef<HTMLButtonElement>(null)
  const { confirm, pending, changes, dropChanges } = useConfirm(result_id, sheet, onDone)
  const refusal = whyNot(resultLife.moves.confirm, row, me)?.message
  const differing = new Set(differences.map(({ key }) => key))
  const asideOf = (key: string) =>
    differing.has(key) ? <Text tone="danger">Khác</Text> : differences.length > 0 && <Text tone="green">Khớp</Text>
  return (
    <Screen>
      <PageHeader
        title="Xác nhận kết quả"
        aside={<Steps current={2} />}
        actions={
          <>
            <Back onDone={onDone} />
            <Button
              ref={confirmButton}
              variant="primary"
              aria-keyshortcuts={ariaKeys(keys.save)}
              busy={pending}
              whyNot={refusal ?? whyNotConfirm(sheet)}
              onClick={() => confirm(null)}
            >
              Xác nhận và tính thưởng
            </Button>
          </>
        }
      />
      {refusal !== undefined && <Banner kind="info">{refusal}</Banner>}
      {differences.length > 0 && (
        <Banner kind="error" title={`${differences.length} chỗ khác với người nhập đầu. Chưa tính thưởng.`}>
          Nhìn lại tờ kết quả gốc, sửa số của bạn, hoặc báo người nhập sửa; người nhập cũng đang thấy khác biệt này.
        </Banner>
      )}
      <DrawFacts draw={row} />
      {changes && (
        <ChangesDialog
          changes={changes}
          saving={pending}
          onConfirm={() => confirm(changes.digest)}
          onClose={dropChanges}
        />
      )}
      <Split fill side="right" aside={<Aside detail={detail} mode={mode} />}>
        <Stack gap={3}>
          <Panel
            flush
            title="Bạn nhập, không thấy số của người đầu"
            actions={<Progress label="Đã nhập" value={(sheet.filled / sheet.count) * 100} detail={filledText(sheet)} />}
          >
            <SheetForm sheet={sheet} asideOf={asideOf} end={confirmButton} />
          </Panel>
          {sheet.hasAmounts && mode === secondEntry.whole && (
            <Panel title="Giá trị công bố">
              <AmountFields sheet={sheet} />
            </Panel>
          )}
        </Stack>
      </Split>
    </Screen>
  )
}

/** Confirms with the entered sheet. `changes` are the prizes that would change: confirming again with their digest accepts them. */
function useConfirm(result_id: number, sheet: Sheet, onDone: () => void) {
  const [changes, setChanges] = useState<PrizeChanges | null>(null)
  const client = useQueryClient()
  const { mutate, pending } = useWrite(result.confirm, {
    invalidates: ['cms/period'],
    onSuccess: () => {
      toast.success('Hai lần nhập khớp nhau. Đã xác nhận, đang tính thưởng.')
      sheet.drop()
      onDone()
    },
    onFailure: (failure) => {
      const hasChanges = failure instanceof Refusal && failure.error === 'prize_changes'
      setChanges(hasChanges ? (failure.data!.changes as PrizeChanges) : null)
      if (hasChanges) return
      showFailure(failure)
      void invalidate(client, [areaOf(result.confirm)])
    },
  })
  const confirm = (accept_changes: string | null) =>
    mutate({ result_id, numbers: sheet.numbers, published: sheet.published, accept_changes })
  return { confirm, pending, changes, dropChanges: () => setChanges(null) }
}

function secondStart({ second_entry }: ResultDetailRow) {
  return second_entry ?? { numbers: {}, published: {} }
}

function whyNotConfirm({ problems, isWhole, count, filled }: Sheet): string | false {
  const faultCount = Object.keys(problems).length
  if (faultCount > 0) return `Còn ${faultCount} số phải sửa.`
  return !isWhole && `Còn ${count - filled} số chưa nhập.`
}

function Aside({ detail, mode }: Omit<ConfirmationProps, 'onDone'>) {
  const { result: row, differences, steps } = detail
  return (
    <Stack gap={3}>
      {differences.length > 0 && (
        <Differences
          differences={differences}
          first={row.entered_by_name ?? 'Nguồn tự động'}
          second="Bạn"
          advice="Nếu bạn nhập nhầm, hãy sửa số của bạn rồi xác nhận lại. Nếu số của bạn đúng, người nhập đầu phải sửa."
        />
      )}
      <Panel title="Xác nhận thì">
        <Stack gap={2}>
          <Text>
            {mode === secondEntry.whole
              ? 'Số của bạn được so với số đã nhập, từng chữ số, cả giá trị công bố.'
              : 'Giải đặc biệt của bạn được so với số đã nhập, từng chữ số.'}
          </Text>
          <Text>Khớp thì kết quả có hiệu lực ngay, mọi đơn và vé tồn của kỳ được tính thưởng.</Text>
          <Text>Khác thì chưa có gì thay đổi, cả hai người cùng thấy chỗ khác.</Text>
          <Text tone="muted">Đã xác nhận thì chỉ mở lại được khi có hai người và lý do.</Text>
        </Stack>
      </Panel>
      <Panel title="Diễn biến">
        <ResultTimeline steps={steps} />
      </Panel>
    </Stack>
  )
}

function Back({ onDone }: { onDone: () => void }) {
  return (
    <Button icon="arrow-left" onClick={onDone}>
      Về danh sách
    </Button>
  )
}
