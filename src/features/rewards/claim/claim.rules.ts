/** Compares a ticket and the winner's papers with the sale; shown line by line on the screen and checked by the server. */
import { whyNot as whyNotMake } from '#contract/lifecycle.ts'
import type { Refusal } from '#contract/errors.ts'
import { isSameName } from '#features/rewards/account-check/account-name.rules.ts'
import { rewardForm, rewardLife, type RewardForm, type RewardStatus } from '#features/rewards/reward/reward.contract.ts'
import type { RewardRefusal } from '#features/rewards/reward/reward.rules.ts'
import { payMethod, type PayMethod } from './claim.contract.ts'

interface Paper {
  numbers: string
  series?: string | null | undefined
  quantity: number
}

/** The stored sale with its prize. */
interface StoredSale {
  lines: readonly Paper[]
  open_date: string
  full_name: string | null
  needs_papers: boolean
}

/** The inputs of staff from ticket and papers, and the photos. */
export interface ClaimInput {
  papers: readonly Paper[]
  paper_date: string | null
  is_whole: boolean
  full_name: string
  id_number?: string | null | undefined
  note?: string | null | undefined
  pay_method: PayMethod
  transfer_ref?: string | null | undefined
  ticket_front?: string | null | undefined
  ticket_back?: string | null | undefined
  id_front?: string | null | undefined
  id_back?: string | null | undefined
}

export interface Match {
  /** The field of a refusal by the server. */
  field: keyof ClaimInput
  label: string
  state: 'agrees' | 'warns' | 'missing'
  /** Why it does not match, and what to do. */
  message: string | null
}

const digits = (numbers: string) => numbers.replaceAll(/\D/g, '')
const seriesText = (series: string | null | undefined) => (series ?? '').replaceAll(/\s/g, '').toUpperCase()

/** Whether two lists of tickets are equal, ignoring order and spaces; lines without a stored series need none. */
const agrees = (lines: readonly Paper[], papers: readonly Paper[], textOf: (paper: Paper) => string) => {
  const [a, b] = [lines, papers].map((list) => list.map(textOf).toSorted())
  return a!.length === b!.length && a!.every((text, index) => text === b![index])
}

const withNumber = (part: (paper: Paper) => string | number) => (paper: Paper) =>
  `${digits(paper.numbers)}:${part(paper)}`

/** All comparisons with their results; the prize can be paid when none is missing. */
export function matchesOf(sold: StoredSale, brought: ClaimInput): Match[] {
  const { lines, open_date, full_name, needs_papers } = sold
  const { papers } = brought
  const match = (field: Match['field'], label: string, ok: boolean, message: string): Match => ({
    field,
    label,
    state: ok ? 'agrees' : 'missing',
    message: ok ? null : message,
  })
  const has_series = lines.some(({ series }) => seriesText(series) !== '')
  const same_name = full_name === null || isSameName(full_name, brought.full_name)
  const has_note = (brought.note ?? '') !== ''
  return [
    match(
      'papers',
      'Dãy số',
      agrees(lines, papers, ({ numbers }) => digits(numbers)),
      'Dãy số trên giấy khác vé trúng',
    ),
    ...(has_series
      ? [
          match(
            'papers',
            'Sê-ri',
            agrees(
              lines,
              papers,
              withNumber(({ series }) => seriesText(series)),
            ),
            'Sê-ri trên giấy khác vé trúng',
          ),
        ]
      : []),
    match(
      'papers',
      'Số tờ',
      agrees(
        lines,
        papers,
        withNumber(({ quantity }) => quantity),
      ),
      'Số tờ khách mang tới khác số tờ đã bán',
    ),
    match('paper_date', 'Ngày mở thưởng', brought.paper_date === open_date, 'Ngày in trên vé khác ngày quay của kỳ'),
    match('is_whole', 'Vé nguyên vẹn', brought.is_whole, 'Chỉ trả vé nguyên vẹn, không rách, không tẩy xóa'),
    match('ticket_front', 'Ảnh mặt trước vé', !!brought.ticket_front, 'Cần ảnh mặt trước vé'),
    {
      field: 'note',
      label: 'Họ tên',
      state: brought.full_name === '' ? 'missing' : same_name ? 'agrees' : has_note ? 'warns' : 'missing',
      message: same_name
        ? null
        : has_note
          ? 'Tên khác tên trên đơn'
          : 'Tên khác tên trên đơn: hãy ghi chú vì sao vẫn trả',
    },
    ...(needs_papers
      ? [
          match('ticket_back', 'Ảnh mặt sau vé', !!brought.ticket_back, 'Số tiền này cần ảnh mặt sau vé'),
          match('id_number', 'Số giấy tờ', !!brought.id_number, 'Số tiền này cần số căn cước hoặc hộ chiếu'),
          match('id_front', 'Ảnh giấy tờ, mặt trước', !!brought.id_front, 'Số tiền này cần ảnh mặt trước giấy tờ'),
          match('id_back', 'Ảnh giấy tờ, mặt sau', !!brought.id_back, 'Số tiền này cần ảnh mặt sau giấy tờ'),
        ]
      : []),
    ...(brought.pay_method === payMethod.transfer
      ? [match('transfer_ref', 'Mã chuyển khoản', !!brought.transfer_ref, 'Cần mã giao dịch của lệnh chuyển khoản')]
      : []),
  ]
}

interface RewardState {
  status: RewardStatus
  form: RewardForm
  is_overdue: boolean
  /** The code of the existing claim that was not rejected; null without one. */
  claim_code: string | null
}

/** Why a prize cannot be claimed at a counter now; null when it can. */
export function whyNotClaimed({ status, form, is_overdue, claim_code }: RewardState): RewardRefusal | null {
  const refusal = whyNotMake(rewardLife.moves.payDirectly, { status }, null) as RewardRefusal | null
  if (refusal) return refusal
  const invalid = (message: string): Refusal<'action_invalid'> => ({ error: 'action_invalid', message })
  if (claim_code !== null)
    return { error: 'ticket_paying_reward', message: `Giải này đã có lượt nhận ${claim_code} đang chờ người thứ hai.` }
  if (is_overdue) return invalid('Đã quá hạn lĩnh thưởng: cần hai người mở lại.')
  return form === rewardForm.counter
    ? null
    : invalid('Giải này trả theo hình thức khác. Hãy đổi hình thức sang Tại quầy trước.')
}
