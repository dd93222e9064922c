/** Claims at a counter: the winner brings ticket and papers, staff compare them with the sale, and one or two persons approve the payment. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  choice,
  count,
  customerPhone,
  day,
  flag,
  id,
  image,
  list,
  moment,
  money,
  note,
  optional,
  orderId,
  phone,
  reference,
  seenVersion,
  text,
} from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { category } from '#features/results/product/product.contract.ts'
import { claimPage } from '#features/rewards/pages.contract.ts'
import { formChoice, rewardLife } from '#features/rewards/reward/reward.contract.ts'

export const claimLife = lifecycle({
  states: {
    waiting: [1, 'Chờ người thứ hai', 'amber', 'Lượt nhận đang chờ người thứ hai.', 'request_pending'],
    paid: [3, 'Đã trả', 'green', 'Lượt nhận này đã trả tiền.', 'request_finished'],
    rejected: [7, 'Đã từ chối', 'neutral', 'Lượt nhận này đã bị từ chối.', 'request_finished'],
  },
  moves: {
    /** Approval by the second person, who sees the ticket. */
    approve: {
      from: ['waiting'],
      to: 'paid',
      notBy: {
        created_by: 'Bạn đã nhận vé này, cần người thứ hai đang có mặt duyệt.',
        changed_by: 'Bạn đã đổi người nhận của giải này, cần người khác duyệt.',
      },
    },
    reject: { from: ['waiting'], to: 'rejected' },
  },
})
export const claimStatus = claimLife.status
export type ClaimStatus = StatusOf<typeof claimLife>

export const payMethod = { cash: 1, transfer: 2 } as const
export type PayMethod = (typeof payMethod)[keyof typeof payMethod]
const payMethodChoice = () =>
  choice('Trả bằng', [
    [payMethod.cash, 'Tiền mặt'],
    [payMethod.transfer, 'Chuyển khoản'],
  ])

/** The private folder of the photos of claims. */
export const claim_folder = 'claim'
/** The stored numbers of the kinds of photos. */
export const photoKind = { ticket_front: 1, ticket_back: 2, id_front: 3, id_back: 4 } as const
export type PhotoName = keyof typeof photoKind

const max_papers = 100

/** A printed ticket, with the quantity of equal tickets. */
const paper = {
  numbers: text('Dãy số', 100),
  series: z.nullable(text('Sê-ri', 20)),
  quantity: count('Số tờ', 1_000_000),
}

/** A prize in the search of the counter. */
export const ClaimableReward = z.object({
  reward_id: id('Giải thưởng'),
  reward_code: text('Mã trả thưởng', 20),
  order_id: orderId(),
  /** The winning lines of the order. */
  lines: list('Vé trúng', z.object(paper), max_papers),
  prizes: text('Giải', 1_000),
  category: category(),
  area_name: z.nullable(text('Đài', 100)),
  open_date: day('Ngày quay'),
  claim_until: day('Hạn lĩnh'),
  ordered_at: moment('Bán lúc'),
  pos_name: text('Điểm bán', 200),
  full_name: z.nullable(text('Tên trên đơn', 100)),
  msisdn: z.nullable(customerPhone('SĐT trên đơn')),
  gross: money('Tiền thưởng'),
  tax: money('Thuế'),
  fee: money('Phí'),
  net: money('Thực nhận'),
  form: formChoice(),
  status: rewardLife.field(),
  needs_two: flag('Cần hai người'),
  needs_papers: flag('Cần giấy tờ tùy thân'),
  /** Why it cannot be claimed now; null when it can. */
  why_not: z.nullable(text('Không nhận được vì', 300)),
  version: id('Phiên bản'),
})

const name = (label: string) => z.nullable(text(label, 100))

export const Claim = z.object({
  claim_id: id('STT'),
  claim_code: text('Mã lượt nhận', 20),
  reward_id: id('Giải thưởng'),
  reward_code: text('Mã trả thưởng', 20),
  order_id: orderId(),
  tickets: text('Vé', 300),
  prizes: text('Giải', 1_000),
  category: category(),
  area_name: name('Đài'),
  open_date: day('Ngày quay'),
  full_name: text('Khách nhận', 100),
  msisdn: z.nullable(customerPhone('SĐT khách')),
  gross: money('Tiền thưởng'),
  tax: money('Thuế'),
  fee: money('Phí'),
  amount: money('Thực nhận'),
  pay_method: payMethodChoice(),
  transfer_ref: z.nullable(text('Mã giao dịch ngân hàng', 50)),
  status: claimLife.field(),
  created_by: id('Người nhận vé'),
  created_by_name: name('Người nhận vé'),
  created_at: moment('Nhận vé lúc'),
  decided_by_name: name('Người thứ hai'),
  decided_at: z.nullable(moment('Duyệt lúc')),
  decision_reason: z.nullable(text('Lý do từ chối', 500)),
  /** The person who changed the reward's receiver and therefore must not pay it; otherwise null. */
  changed_by: z.nullable(id('Người đổi người nhận')),
  version: id('Phiên bản'),
})

const photo = (label: string) => image(label, claim_folder)
const photos = {
  ticket_front: photo('Mặt trước vé'),
  ticket_back: photo('Mặt sau vé'),
  id_front: photo('Giấy tờ, mặt trước'),
  id_back: photo('Giấy tờ, mặt sau'),
}

export const ClaimDetail = z.object({
  ...Claim.shape,
  /** As they stand on the receipt. */
  created_by_full_name: name('Người nhận vé'),
  decided_by_full_name: name('Người thứ hai'),
  papers: list('Trên giấy', z.object(paper), max_papers),
  paper_date: day('Ngày trên vé'),
  lines: ClaimableReward.shape.lines,
  order_name: name('Tên trên đơn'),
  id_number: z.nullable(text('Số giấy tờ', 20)),
  note: z.nullable(text('Ghi chú', 500)),
  ticket_front: z.nullable(photos.ticket_front),
  ticket_back: z.nullable(photos.ticket_back),
  id_front: z.nullable(photos.id_front),
  id_back: z.nullable(photos.id_back),
})

const refusals = [
  'request_not_found',
  'request_pending',
  'request_finished',
  'ticket_paying_reward',
  'result_not_found',
  'order_calculated',
  'action_invalid',
  'no_right',
  'changed_by_other',
  'debt_not_enough',
] as const

const claim_key = { claim_id: id('Lượt nhận'), version: seenVersion() }

export const claims = calls('cms/reward/claim', {
  /** Searches by number, series, phone, name or order; prizes that cannot be claimed have the reason. */
  find: read('GET find', {
    title: 'Tìm giải tại quầy',
    may: claimPage.add,
    input: z.object({ keyword: text('Số vé, sê-ri hoặc SĐT', 100, 2) }),
    output: pageOf(ClaimableReward),
  }),
  list: read('GET list', {
    title: 'Lượt nhận thưởng tại quầy',
    may: claimPage.view,
    input: search(
      {
        status: optional(claimLife.field()),
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
      },
      ['created_at', 'amount'],
    ),
    output: pageOf(Claim, ['gross', 'tax', 'fee', 'amount']),
    errors: ['from_exceeds_to'],
  }),
  detail: read('GET detail', {
    title: 'Chi tiết lượt nhận thưởng',
    may: claimPage.view,
    input: z.object({ claim_id: id('Lượt nhận') }),
    output: ClaimDetail,
    errors: ['request_not_found'],
  }),
  /** Pays at once, or waits for the second person where two are needed. */
  create: write('POST create', {
    stepUp: true,
    title: 'Nhận thưởng tại quầy',
    may: claimPage.add,
    input: z.object({
      reward_id: id('Giải thưởng'),
      papers: list('Vé', z.object({ ...paper, series: optional(text('Sê-ri', 20)) }), max_papers).check(z.minLength(1)),
      paper_date: day('Ngày trên vé'),
      /** Whether the ticket is not torn and nothing is erased. */
      is_whole: flag('Vé nguyên vẹn, không rách, không tẩy xóa'),
      full_name: text('Họ tên khách', 100),
      msisdn: optional(phone('SĐT khách')),
      id_number: optional(reference('Số căn cước hoặc hộ chiếu', 20)),
      pay_method: payMethodChoice(),
      transfer_ref: optional(reference('Mã giao dịch ngân hàng', 50)),
      note: optional(note('Ghi chú', 500)),
      ticket_front: photos.ticket_front,
      ticket_back: optional(photos.ticket_back),
      id_front: optional(photos.id_front),
      id_back: optional(photos.id_back),
      version: seenVersion(),
    }),
    output: Claim,
    errors: [...refusals, 'request_exists'],
  }),
  approve: write('POST approve', {
    stepUp: true,
    title: 'Duyệt trả tại quầy',
    may: claimPage.approve,
    input: z.object(claim_key),
    output: Claim,
    errors: refusals,
  }),
  /** Rejects the claim, so that the prize can be claimed again; the person who took it may withdraw it. */
  reject: write('POST reject', {
    title: 'Từ chối lượt nhận thưởng',
    may: [claimPage.add, claimPage.approve],
    input: z.object({ ...claim_key, reason: note('Lý do', 500) }),
    output: Claim,
    errors: refusals,
  }),
})
