/** The record of a closing, for printing, for the PDF, and as rows of the workbook. */
import type { SheetColumn } from '#contract/sheet/sheet-xml.ts'
import type { DocumentContent } from '#contract/document-content.ts'
import { infoOf } from '#contract/schema.ts'
import { dayText, momentText } from '#contract/text/day-text.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { moneyWords } from '#contract/text/money-words.ts'
import { numberText } from '#contract/text/number-text.ts'
import { closeLife, exceptionStatus, type DayCloseFull } from './day-close.contract.ts'

/** The printed parts of a closing. */
export type PrintedClosing = Pick<
  DayCloseFull,
  | 'day'
  | 'status'
  | 'digest'
  | 'sales'
  | 'open_count'
  | 'prepared_at'
  | 'first_by_full_name'
  | 'first_at'
  | 'second_by_full_name'
  | 'second_at'
  | 'previous_day'
  | 'previous_digest'
  | 'proofs'
  | 'exceptions'
>

const states = infoOf(closeLife.field())!
const stateText = (status: number) => states.options!.find(({ value }) => value === status)!.label

/** The first 16 digits, for comparison by eye: '9f3c·71ae·04d2·b866'. */
export const shortDigest = (digest: string) => digest.slice(0, 16).match(/.{4}/g)!.join('·')

const signed = (name: string | null, signed_at: string | null) =>
  name === null ? null : `${name}${signed_at ? `, ký lúc ${momentText(signed_at, true)}` : ''}`

const openOf = ({ exceptions }: PrintedClosing) => exceptions.filter(({ status }) => status !== exceptionStatus.settled)

/** The record as a document, for printing and for the PDF. */
export function closingPaper(closing: PrintedClosing): DocumentContent {
  const { day, status, digest, sales, open_count, prepared_at, previous_day, previous_digest, proofs } = closing
  return {
    issuer: { name: 'Vé Số Back Office', detail: 'Trụ sở chính' },
    reference: { number: `Dấu: ${shortDigest(digest)}`, made_at: `Tính lúc ${momentText(prepared_at, true)}` },
    title: 'Biên bản chốt ngày',
    subtitle: `Ngày ${dayText(day)} · ${stateText(status)}`,
    facts: [
      ['Doanh số', moneyText(sales)],
      ['Ngoại lệ còn mở', numberText(open_count)],
      ['Nối từ ngày', previous_day ? dayText(previous_day) : '–'],
      ['Dấu của ngày đó', previous_digest ? shortDigest(previous_digest) : '–'],
    ],
    columns: ['STT', 'Bằng chứng', 'Số', 'Lệch'],
    lines: proofs.flatMap(({ title, sides, difference }, index) =>
      sides.map(({ label, value, sign }, position) => [
        position === 0 ? numberText(index + 1) : '',
        position === 0 ? `${title}: ${label}` : `${sign === '-' ? '−' : sign} ${label}`,
        numberText(value),
        position === 0 ? numberText(difference) : '',
      ]),
    ),
    sums: [['Doanh số của ngày', moneyText(sales)]],
    amount_in_words: `Bằng chữ: ${moneyWords(sales)}.`,
    note: notesOf(closing),
    signatures: [
      ['Người ký thứ nhất', signed(closing.first_by_full_name, closing.first_at)],
      ['Người ký thứ hai', signed(closing.second_by_full_name, closing.second_at)],
    ],
    foot: `Dấu SHA-256 của số liệu và ngoại lệ đã ký, đứng trong nhật ký thao tác: ${digest}`,
  }
}

function notesOf(closing: PrintedClosing): string {
  const open = openOf(closing)
  if (open.length === 0) return 'Không có ngoại lệ.'
  return `Ngoại lệ: ${open.map(({ title, reason, user_name, due_date }) => (reason ? `${title} (${user_name}, hạn ${dayText(due_date!)}: ${reason})` : title)).join('; ')}.`
}

/** The columns of the record's workbook; its rows are those of `closingRows`. */
export const closing_columns: readonly SheetColumn[] = [
  { head: 'Bằng chứng', format: 'text' },
  { head: 'Vế', format: 'text' },
  { head: 'Số', format: 'number' },
  { head: 'Lệch', format: 'number' },
  { head: 'Ghi chú', format: 'text' },
]

/** The rows of the record's workbook: proofs, open exceptions, signatures and digest. */
export function closingRows(closing: PrintedClosing): (string | number | null)[][] {
  const { digest, proofs, first_by_full_name, first_at, second_by_full_name, second_at } = closing
  return [
    ...proofs.flatMap(({ title, sides, difference, note }) =>
      sides.map(({ label, value, sign }, position) => [
        title,
        `${sign ?? ''} ${label}`.trim(),
        value,
        position === 0 ? difference : null,
        position === 0 ? note : null,
      ]),
    ),
    ...openOf(closing).map(({ title, amount, reason, user_name, due_date }) => [
      'Ngoại lệ',
      title,
      null,
      amount,
      reason ? `${user_name}, hạn ${dayText(due_date!)}: ${reason}` : 'Chặn',
    ]),
    ['Người ký thứ nhất', signed(first_by_full_name, first_at), null, null, null],
    ['Người ký thứ hai', signed(second_by_full_name, second_at), null, null, null],
    ['Dấu của bản này', digest, null, null, null],
  ]
}
