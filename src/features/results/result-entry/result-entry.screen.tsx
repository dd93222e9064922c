/** Entering a result: the sheet's boxes, and beside them the pasted text and the findings. */
import { useDeferredValue, useRef, useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { EditorBase, type Typing } from '#web/form/editor-base.tsx'
import { useKeptState } from '#web/form/kept-values.ts'
import { restored_text } from '#web/form/restored-text.ts'
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
import { mergedEntry } from './merged-entry.rules.ts'
import { entryOf, filledText, useSheet, type Sheet, type SheetEntry } from './use-sheet.screen.tsx'

interface EntryScreenProps {
  onDone: () => void
}

/** Enters the result of a draw without one. */
export function AddResult({ period_id, onDone }: EntryScreenProps & { period_id: number }) {
  const read = useRead(period.awaitingResult, { period_id, page_size: 10 })
  const [draw] = read.data?.items ?? []
  const { typed: before, setTyped: onTyped, isRestored } = useKeptState<SheetEntry>(result.add, String(period_id))
  const add = useAct(result.add, {
    success: 'Đã gửi, chờ người thứ hai nhập lại.',
    invalidates: ['cms/period'],
    onDone: () => {
      onTyped(null)
      onDone()
    },
  })
  if (!draw) return <NoDraw read={read} onDone={onDone} isGone={read.data !== undefined} />
  return (
    <Screen>
      {isRestored && <Banner kind="info">{restored_text}</Banner>}
      <Entry
        draw={draw}
        typing={{ before, onTyped }}
        busy={add.pending}
        onDone={onDone}
        save={(entry) => add.mutate({ period_id, ...entry })}
      />
    </Screen>
  )
}

/** Changes an entered result, by one of its makers, or a reopened one. */
export function ChangeResult({ result_id, onDone }: EntryScreenProps & { result_id: number }) {
  const read = useRead(result.detail, { result_id })
  if (!read.data) return <NoDraw read={read} onDone={onDone} isGone={false} />
  const detail = read.data
  return (
    <Screen>
      <EditorBase
        row={detail.result}
        call={result.update}
        record={String(result_id)}
        beginning={String(result_id)}
        start={null}
        rebase={(entry: SheetEntry, from, to) =>
          mergedEntry(entry, entryOf(from), to.numbers === null ? entryOf(from) : entryOf(to))
        }
      >
        {(row, _, typing) => <ChangedEntry detail={{ ...detail, result: row }} typing={typing} onDone={onDone} />}
      </EditorBase>
    </Screen>
  )
}

function ChangedEntry({ detail, typing, onDone }: Pick<EntryProps, 'typing' | 'onDone'> & { detail: ResultDetailRow }) {
  const { result_id, version } = detail.result
  const update = useAct(result.update, {
    success: 'Đã sửa, chờ người thứ hai xác nhận.',
    invalidates: ['cms/period'],
    onDone: () => {
      typing.onTyped(null)
      onDone()
    },
  })
  return (
    <Entry
      draw={detail.result}
      detail={detail}
      typing={typing}
      busy={update.pending}
      onDone={onDone}
      save={(entry) => update.mutate({ result_id, version, ...entry })}
    />
  )
}

interface SavedEntry extends SheetEntry {
  source: ResultRow['source']
  accept_warnings: boolean
}

interface EntryProps extends EntryScreenProps {
  draw: EnteredDraw
  detail?: ResultDetailRow
  typing: Typing<SheetEntry>
  busy: boolean
  save: (entry: SavedEntry) => void
}

function Entry({ draw, detail, typing, busy, onDone, save }: EntryProps) {
  const sheet = useSheet(draw, detail ? entryOf(detail.result) : { numbers: {}, published: {} }, typing)
  const [text, setText] = useState<string | null>(null)
  const [wasPasted, setWasPasted] = useState(false)
  const [acceptedWarnings, setAcceptedWarnings] = useState<string | null>(null)
  const sendButton = useRef<HTMLButtonElement>(null)
  const { findings, isFetching } = useFindings(draw.period_id, sheet)
  const warnings = findings?.filter(({ level }) => level === 'warning') ?? []
  // Only these warnings have been seen: others have to be accepted again.
  const warningsText = JSON.stringify(warnings)
  const accepted = acceptedWarnings === warningsText
  const submit = () => {
    const { numbers, published } = sheet
    const source = wasPasted ? resultSource.pasted : resultSource.typed
    save({ numbers, published, source, accept_warnings: accepted })
  }
  return (
    <>
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
              whyNot={whyNotSend(sheet, { isFetching, isUnseen: warnings.length > 0 && !accepted })}
              onClick={submit}
            >
              Gửi xác nhận
            </Button>
          </>
        }
      />
      <DrawFacts draw={draw} />
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
            <FindingsPanel
              sheet={sheet}
              findings={findings}
              accepted={accepted}
              onAccepted={(isAccepted) => setAcceptedWarnings(isAccepted ? warningsText : null)}
            />
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
    </>
  )
}

/** The server's findings about the entry, requested once it is complete. */
function useFindings(period_id: number, { numbers, published, isWhole, problems }: Sheet) {
  const entry = useDeferredValue({ numbers, published })
  const enabled = isWhole && Object.keys(problems).length === 0
  const read = useRead(result.check, { period_id, ...entry }, { enabled, keepPrevious: true })
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
