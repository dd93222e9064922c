/** A file after its rows were checked: summary, notes, column mapping, progress, report and rows. */
import { useMemo } from 'react'
import type * as z from 'zod/mini'
import { momentText, numberText } from '#web/value/format.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Progress } from '#web/ui/message/progress.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportRows } from './import-rows.tsx'
import { summaryOf, type Summary } from './import-summary.ts'
import { rowsToSend, type Import, type LoadedImport, type Step } from './use-import.ts'
import { useOutcomes, type Counts } from './use-outcomes.ts'
import type { SheetFacts } from '#contract/sheet/xlsx-reader.ts'
import { moneyText } from '#contract/text/money-text.ts'

/** A progress bar of rows. */
function Counted({ label, done, total }: { label: string; done: number; total: number }) {
  const detail = `${numberText(done)} / ${numberText(total)} dòng`
  return <Progress label={label} value={total === 0 ? null : (done / total) * 100} detail={detail} />
}

/** The progress while the rows are being checked. */
export function CheckProgress({ step }: { step: Step }) {
  if (step.phase === 'checking') return <Counted label="Đang kiểm tra" done={step.done} total={step.total} />
  if (step.phase === 'trying')
    return <Counted label="Máy chủ đang thử, chưa ghi gì" done={step.done} total={step.total} />
  return null
}

interface LoadedProps<S extends z.ZodMiniObject> {
  import: Import<S>
  loaded: LoadedImport<z.output<S>>
  noun: string
}

export function ImportLoaded<S extends z.ZodMiniObject>({ import: state, loaded, noun }: LoadedProps<S>) {
  const { step, fields, refusals } = state
  const { content, match, earlierImport, rows } = loaded
  const isPreview = step.phase === 'preview'
  const isMapping = step.phase === 'checking' || step.phase === 'trying'
  const { outcomeOf, counts } = useOutcomes(state, loaded)
  const sums = useMemo(() => summaryOf(rowsToSend(loaded), fields).sums, [loaded, fields])
  return (
    <>
      <FileSummary file={content.file.name} counts={counts} sums={sums} noun={noun} />
      {earlierImport && isPreview && (
        <ImportedBefore earlierImport={earlierImport} isAllowed={state.isRepeat} onAllow={state.allowRepeat} />
      )}
      <Notes facts={content.facts} />
      {(isPreview || isMapping) && (
        <ImportColumns fields={fields} match={match} onChange={(mapping) => void state.map(mapping)} />
      )}
      {step.phase === 'sending' && <Counted label="Đang nhập" done={step.done} total={step.total} />}
      {step.phase === 'stopped' && (
        <Banner
          kind={step.failure === null ? 'warning' : 'error'}
          title={`Đã dừng: ${numberText(step.done)} / ${numberText(step.total)} dòng đã gửi.`}
          action={
            <Button size="sm" onClick={() => void state.run()}>
              Gửi tiếp
            </Button>
          }
        >
          {step.failure === null ? 'Các dòng còn lại chưa được gửi.' : `${step.failure} (mã yêu cầu ${step.transid})`}
        </Banner>
      )}
      {step.phase === 'done' && (
        <Banner kind={counts.wrong === 0 ? 'success' : 'warning'} title="Đã nhập xong">
          {reportText(step.imported - refusals.size, refusals.size, counts)}
        </Banner>
      )}
      <CheckProgress step={step} />
      {!isMapping && (
        <ImportRows
          fields={fields}
          match={match}
          rows={rows}
          outcomeOf={outcomeOf}
          noun={noun}
          isCorrecting={state.isCorrecting}
          onCorrect={isPreview ? (row, key, text) => void state.correct(row, key, text) : null}
        />
      )}
    </>
  )
}

function reportText(imported: number, refused: number, { wrong, same }: Counts): string {
  const parts = [`${numberText(imported)} dòng đã vào hệ thống`]
  if (refused > 0) parts.push(`${numberText(refused)} dòng bị từ chối`)
  if (wrong > refused) parts.push(`${numberText(wrong - refused)} dòng lỗi không gửi`)
  if (same > 0) parts.push(`${numberText(same)} dòng đã có từ trước`)
  return `${parts.join(', ')}.`
}

interface FileSummaryProps {
  file: string
  counts: Counts
  sums: Summary['sums']
  noun: string
}

function FileSummary({ file, counts, sums, noun }: FileSummaryProps) {
  const { total, added, changed, same, wrong } = counts
  const replacedText = changed > 0 ? `, ${numberText(changed)} đổi` : ''
  const same_text = same > 0 ? `, ${numberText(same)} đã có` : ''
  return (
    <Banner kind={wrong === 0 ? 'success' : 'info'} title={file}>
      {`${numberText(total)} dòng ${noun}: ${numberText(added)} mới${replacedText}${same_text}, ${numberText(wrong)} lỗi`}
      {sums.map(({ label, sum }) => `; tổng ${label} ${moneyText(sum)}`).join('')}.
    </Banner>
  )
}

interface ImportedBeforeProps {
  earlierImport: { at: string; rows: number; file: string }
  isAllowed: boolean
  onAllow: () => void
}

function ImportedBefore({ earlierImport, isAllowed, onAllow }: ImportedBeforeProps) {
  return (
    <Banner
      kind="warning"
      title="Tệp này đã được nhập"
      action={
        !isAllowed && (
          <Button size="sm" onClick={onAllow}>
            Vẫn nhập lại
          </Button>
        )
      }
    >
      {`Lúc ${momentText(earlierImport.at)}, ${numberText(earlierImport.rows)} dòng, với tên “${earlierImport.file}”.`}
    </Banner>
  )
}

/** Peculiarities of the file that its owner may not have noticed. */
function Notes({ facts }: { facts: SheetFacts }) {
  const notes = [
    facts.others.length > 0 &&
      `Chỉ đọc trang tính “${facts.sheet}”; bỏ qua ${facts.others.map((name) => `“${name}”`).join(', ')}.`,
    facts.formulas > 0 && `${numberText(facts.formulas)} ô là công thức: dùng giá trị đã lưu trong tệp.`,
    facts.hidden_count > 0 &&
      `${numberText(facts.hidden_count)} dòng đang ẩn vẫn được đọc (dòng ${facts.hidden.join(', ')}${facts.hidden_count > facts.hidden.length ? '…' : ''}).`,
    facts.merged > 0 && `${numberText(facts.merged)} vùng ô gộp: chỉ ô đầu của mỗi vùng có giá trị.`,
    facts.beyond > 0 && `${numberText(facts.beyond)} ô nằm ngoài 100 cột đầu không được đọc.`,
  ].filter((note) => note !== false)
  return notes.length > 0 && <Banner kind="warning">{notes.join(' ')}</Banner>
}
