/** What is shown of a file once its rows are checked: what it comes to, what to do with it, and how that went. */
import { useMemo, useState } from 'react'
import type * as z from 'zod/mini'
import { momentText, numberText } from '../format.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Row } from '../ui/layout.tsx'
import { Progress } from '../ui/progress.tsx'
import { errorText, type CheckedRow } from './check-rows.ts'
import { errorFile, type FaultyRow } from './error-file.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportRows } from './import-rows.tsx'
import type { WantedColumn } from './match-columns.ts'
import type { RefusedRow } from './sending.ts'
import { summaryOf, type Summary } from './import-summary.ts'
import { fileName, saveFile } from './save-file.ts'
import type { Import, Loaded } from './use-import.ts'
import type { SheetFacts } from '#contract/sheet/xlsx-reader.ts'
import { moneyText } from '#contract/money-text.ts'

export function Counted({ label, done, of }: { label: string; done: number; of: number }) {
  const detail = `${numberText(done)} / ${numberText(of)} dòng`
  return <Progress label={label} value={of === 0 ? null : (done / of) * 100} detail={detail} />
}

interface LoadedProps<S extends z.ZodMiniObject> {
  import: Import<S>
  loaded: Loaded<z.output<S>>
  noun: string
  name: string
}

export function ImportLoaded<S extends z.ZodMiniObject>({ import: one, loaded, noun, name }: LoadedProps<S>) {
  const { step, wanted, refused } = one
  const [again, setAgain] = useState(false)
  const { content, match, known, checked } = loaded
  const summary = useMemo(() => summaryOf(checked, wanted), [checked, wanted])
  const faulty = summary.faulty + refused.size
  const saveErrors = async () => {
    const rows = checked.flatMap((row) => faultOf(row, wanted, refused) ?? [])
    saveFile(await errorFile(match.head, rows), fileName(`${name}-loi`))
  }
  const missing = wanted.filter(({ key, required }) => required && match.mapping[key] === null)
  const whyNot =
    (missing.length > 0 && `Chưa có cột ${missing.map(({ label }) => `“${label}”`).join(', ')}.`) ||
    (summary.valid === 0 && 'Không có dòng nào hợp lệ.') ||
    (known && !again && step.at === 'preview' && 'Tệp này đã được nhập: hãy xác nhận nhập lại ở trên.')
  const errorButton = faulty > 0 && (
    <Button icon="download" onClick={() => void saveErrors()}>{`Tải tệp lỗi (${numberText(faulty)} dòng)`}</Button>
  )
  return (
    <>
      <Summed file={content.file.name} summary={summary} noun={noun} />
      {known && step.at === 'preview' && <KnownBefore known={known} again={again} onAgain={() => setAgain(true)} />}
      <Notes facts={content.facts} />
      {step.at === 'preview' && (
        <>
          <ImportColumns wanted={wanted} match={match} onChange={(mapping) => void one.map(mapping)} />
          <Row>
            <Button variant="primary" icon="upload" whyNot={whyNot} onClick={() => void one.run()}>
              {`Nhập ${numberText(summary.valid)} dòng hợp lệ`}
            </Button>
            {errorButton}
          </Row>
        </>
      )}
      {step.at === 'sending' && (
        <>
          <Counted label="Đang nhập" done={step.done} of={step.of} />
          <Row>
            <Button onClick={one.stop}>Dừng</Button>
          </Row>
        </>
      )}
      {step.at === 'stopped' && (
        <Banner
          kind={step.failure === null ? 'warning' : 'error'}
          title={`Đã dừng: ${numberText(step.done)} / ${numberText(step.of)} dòng đã gửi.`}
          action={
            <Button size="sm" onClick={() => void one.run()}>
              Gửi tiếp
            </Button>
          }
        >
          {step.failure === null ? 'Các dòng còn lại chưa được gửi.' : `${step.failure} (mã giao dịch ${step.transid})`}
        </Banner>
      )}
      {step.at === 'done' && (
        <>
          <Banner kind={faulty === 0 ? 'success' : 'warning'} title="Đã nhập xong">
            {reportText(step.taken - refused.size, refused.size, summary.faulty)}
          </Banner>
          <Row>{errorButton}</Row>
        </>
      )}
      <ImportRows wanted={wanted} match={match} checked={checked} refused={refused} noun={noun} />
    </>
  )
}

/** What is wrong with a row, in the file and in the table alike. */
function faultOf<T>(
  row: CheckedRow<T>,
  wanted: readonly WantedColumn[],
  refused: ReadonlyMap<CheckedRow<T>, RefusedRow>,
): FaultyRow | null {
  const answer = refused.get(row)
  if (answer) return { row: row.row, error: answer.error, fix: answer.fix ?? '' }
  return row.value === null ? { row: row.row, error: errorText(row, wanted), fix: row.fixes.join('; ') } : null
}

function reportText(taken: number, refused: number, faulty: number): string {
  const parts = [`${numberText(taken)} dòng đã vào hệ thống`]
  if (refused > 0) parts.push(`${numberText(refused)} dòng bị từ chối`)
  if (faulty > 0) parts.push(`${numberText(faulty)} dòng lỗi không gửi`)
  return `${parts.join(', ')}.`
}

function Summed({ file, summary, noun }: { file: string; summary: Summary; noun: string }) {
  const { total, valid, faulty, sums } = summary
  return (
    <Banner kind={faulty === 0 ? 'success' : 'info'} title={file}>
      {`${numberText(total)} dòng ${noun}: ${numberText(valid)} hợp lệ, ${numberText(faulty)} lỗi`}
      {sums.map(({ label, sum }) => `; tổng ${label} ${moneyText(sum)}`).join('')}.
    </Banner>
  )
}

interface KnownProps {
  known: { at: string; rows: number; file: string }
  again: boolean
  onAgain: () => void
}

function KnownBefore({ known, again, onAgain }: KnownProps) {
  return (
    <Banner
      kind="warning"
      title="Tệp này đã được nhập"
      action={
        !again && (
          <Button size="sm" onClick={onAgain}>
            Vẫn nhập lại
          </Button>
        )
      }
    >
      {`Lúc ${momentText(known.at)}, ${numberText(known.rows)} dòng, với tên “${known.file}”.`}
    </Banner>
  )
}

/** What a spreadsheet may hide from the person who sends it. */
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
