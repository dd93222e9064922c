/** Entering a result: the sheet's boxes, and beside them the pasted text and the findings. */
import { useDeferredValue, useRef, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Progress } from '#web/ui/message/progress.tsx'
import { period } from '#features/results/period/period.contract.ts'
import {
  result,
  resultSource,
  type ResultDetailRow,
  type ResultRow,
} from '#features/results/result/draw-result.contract.ts'
import { Differences } from './differences.screen.tsx'
import { DrawFacts, Steps, type EnteredDraw } from './draw-facts.screen.tsx'
import { FindingsPanel } from './findings-panel.screen.tsx'
import { PastePanel } from './paste-panel.screen.tsx'
import { AmountFields, SheetForm } from './sheet-form.screen.tsx'
import { filledText, useSheet, type Sheet } from './use-sheet.screen.tsx'

interface EntryScreenProps {
  onDone: () => void
}

/** Enters the result of a draw without one. */
export function AddResult({ period_id, onDone }: EntryScreenProps & { period_id: number }) {
  const read = useRead(period.awaitingResult, { period_id, page_size: 10 })
  const [draw] = read.data?.items ?? []
  const add = useAct(result.add, { success: 'Đã gửi, chờ người thứ hai nhập lại.', invalidates: ['cms/period'] })
  if (!draw) return <NoDraw read={read} onDone={onDone} isGone={read.data !== undefined} />
  return (
    <Entry
      key={period_id}
      draw={draw}
      keep={{ call: result.add, record: String(period_id) }}
      busy={add.pending}
      onDone={onDone}
      save={(entry) => add.mutateAsync({ period_id, ...entry })}
    />
  )
}

/** Changes an entered result, by one of its makers, or a reopened one. */
export function ChangeResult({ result_id, onDone }: EntryScreenProps & { result_id: number }) {
  const read = useRead(result.detail, { result_id })
  const update = useAct(result.update, { success: 'Đã sửa, chờ người thứ hai xác nhận.', invalidates: ['cms/period'] })
  if (!read.data) return <NoDraw read={read} onDone={onDone} isGone={false} />
  const row = read.data.result
  return (
    <Entry
      key={result_id}
      draw={row}
      detail={read.data}
      keep={{ call: result.update, record: String(result_id) }}
      busy={update.pending}
      onDone={onDone}
      save={(entry) => update.mutateAsync({ result_id, version: row.version, ...entry })}
    />
  )
}

interface Saved extends Pick<Sheet, 'numbers' | 'published'> {
  source: ResultRow['source']
  accept_warnings: boolean
}

interface EntryProps extends EntryScreenProps {
  draw: EnteredDraw
  detail?: ResultDetailRow
  keep: { call: Call; record: string }
  busy: boolean
  save: (entry: Saved) => Promise<unknown>
}

function Entry({ draw, detail, keep, busy, onDone, save }: EntryProps) {
  const start = { numbers: detail?.result.numbers ?? {}, published: detail?.result.published ?? {} }
  const sheet = useSheet(draw, start, keep)
  const [text, setText] = useState<string | null>(null)
  const [wasPasted, setWasPasted] = useState(false)
  const [accepted, setAccepted] = useState(false)
  const sendButton = useRef<HTMLButtonElement>(null)
  const { findings, isFetching } = useFindings(draw.period_id, sheet)
  const warnings = findings?.filter(({ level }) => level === 'warning').length ?? 0
  const submit = async () => {
    const { numbers, published } = sheet
    const source = wasPasted ? resultSource.pasted : resultSource.typed
    // A refusal is shown by a toast, and the entry stays on the screen.
    const savedResult = await save({ numbers, published, source, accept_warnings: accepted }).catch(() => null)
    if (savedResult === null) return
    sheet.drop()
    onDone()
  }
  return (
    <Screen>
      <PageHeader
        title={detail ? 'Sửa kết quả' : 'Nhập kết quả'}
        aside={<Steps current={1} />}
        actions={
          <>
            <Button icon="arrow-left" onClick={onDone}>
              Về danh sách
            </Button>
            <Button
              ref={sendButton}
              variant="primary"
              aria-keyshortcuts={ariaKeys(keys.save)}
              busy={busy}
              whyNot={whyNotSend(sheet, { isFetching, isUnseen: warnings > 0 && !accepted })}
              onClick={() => void submit()}
            >
              Gửi xác nhận
            </Button>
          </>
        }
      />
      <DrawFacts draw={draw} />
      {sheet.isRestored && <Banner kind="info">Đã khôi phục số bạn đang nhập dở. Hãy kiểm tra lại theo tờ gốc.</Banner>}
      <Split
        fill
        side="right"
        aside={
          <Stack gap={3}>
            {detail && detail.differences.length > 0 && (
              <Differences
                differences={detail.differences}
                first="Bạn"
                second={detail.result.second_by_name ?? 'Người thứ hai'}
                advice="Nhìn lại tờ gốc. Nếu bạn nhập nhầm, hãy sửa rồi gửi lại; nếu không, người thứ hai sửa số của họ."
              />
            )}
            <PastePanel sheet={sheet} text={text} onText={setText} onTaken={() => setWasPasted(true)} />
            <FindingsPanel sheet={sheet} findings={findings} accepted={accepted} onAccepted={setAccepted} />
            <Text tone="muted" size="sm">
              Người xác nhận không thấy số đã nhập và phải nhập lại từ đầu.
            </Text>
          </Stack>
        }
      >
        <Stack gap={3}>
          <Panel
            flush
            title="Tờ kết quả"
            actions={<Progress label="Đã nhập" value={(sheet.filled / sheet.count) * 100} detail={filledText(sheet)} />}
          >
            <SheetForm sheet={sheet} end={sendButton} onPasteMany={(pasted) => setText(pasted.normalize('NFC'))} />
          </Panel>
          {sheet.hasAmounts && (
            <Panel title="Giá trị công bố">
              <AmountFields sheet={sheet} />
            </Panel>
          )}
        </Stack>
      </Split>
    </Screen>
  )
}

/** The server's findings about the entry, requested once it is complete. */
function useFindings(period_id: number, { numbers, published, isWhole, problems }: Sheet) {
  const entry = useDeferredValue({ numbers, published })
  const enabled = isWhole && Object.keys(problems).length === 0
  const read = useRead(result.check, { period_id, ...entry }, { enabled, keep: true })
  return { findings: enabled ? read.data?.findings : undefined, isFetching: enabled && read.isFetching }
}

function whyNotSend(
  { problems, isWhole, count, filled }: Sheet,
  { isFetching, isUnseen }: { isFetching: boolean; isUnseen: boolean },
): string | false {
  const faultCount = Object.keys(problems).length
  if (faultCount > 0) return `Còn ${faultCount} số phải sửa.`
  if (!isWhole) return `Còn ${count - filled} số chưa nhập.`
  if (isFetching) return 'Đang kiểm tra.'
  return isUnseen && 'Hãy xem các cảnh báo và đánh dấu đã xem.'
}

function NoDraw({
  read,
  isGone,
  onDone,
}: {
  read: Parameters<typeof ReadFallback>[0]['read']
  isGone: boolean
  onDone: () => void
}) {
  return (
    <Screen>
      <PageHeader
        title="Nhập kết quả"
        actions={
          <Button icon="arrow-left" onClick={onDone}>
            Về danh sách
          </Button>
        }
      />
      <Panel>
        <ReadFallback read={read} />
        {isGone && <Banner kind="info">Kỳ này không còn chờ kết quả: đã có người nhập, chưa quay, hoặc đã hủy.</Banner>}
      </Panel>
    </Screen>
  )
}
