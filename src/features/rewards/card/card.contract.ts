/** Prepaid cards: a stock that is imported from files; each card is given once, to one winner. */
import * as z from 'zod/mini'
import { importInput, ImportReport } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { count, day, id, list, moment, money, optional, payable, secretText, status, text } from '#contract/fields.ts'
import { cardPage } from '#features/rewards/pages.contract.ts'

/** The maximum number of cards in a batch. */
export const max_cards = 10_000

/** A free card is expired after its last day; a given card stays given. */
export const cardStatus = { free: 1, given: 2, expired: 3 } as const

const cardState = () =>
  status('Trạng thái', [
    [cardStatus.free, 'Còn', 'green'],
    [cardStatus.given, 'Đã trao', 'neutral'],
    [cardStatus.expired, 'Hết hạn', 'red'],
  ])

const serial = () => text('Serial', 50)
const number = () => secretText('Mã thẻ', 50)
const issuer = () => text('Nhà phát hành', 50)

/** One card of a batch; the field names are fixed by the partners' clients. */
export const CardBatchRow = z.object({
  cardSerial: serial(),
  cardNumber: number(),
  exprieDate: day('Ngày hết hạn thẻ'),
})

export const CardBatch = z.object({
  batch_id: id('STT'),
  batch_code: text('Mã lô', 20),
  issuer: issuer(),
  face_value: money('Mệnh giá'),
  card_count: count('Số thẻ'),
  free_count: count('Còn'),
  /** What the free cards are worth. */
  free_value: money('Giá trị còn'),
  given_count: count('Đã trao'),
  expired_count: count('Hết hạn'),
  /** The first expiry day of the free cards. */
  first_expires_on: z.nullable(day('Hết hạn sớm nhất')),
  created_by_name: z.nullable(text('Người nhập', 100)),
  created_at: moment('Nhập lúc'),
})

export const Card = z.object({
  card_id: id('STT'),
  batch_id: id('Lô thẻ'),
  card_serial: serial(),
  issuer: issuer(),
  face_value: money('Mệnh giá'),
  expires_on: day('Ngày hết hạn thẻ'),
  status: cardState(),
  reward_id: z.nullable(id('Giải thưởng')),
  reward_code: z.nullable(text('Mã trả thưởng', 20)),
  full_name: z.nullable(text('Người nhận', 100)),
  given_at: z.nullable(moment('Trao lúc')),
})

const key = { batch_id: id('Lô thẻ') }

export const cards = calls('cms/card', {
  batches: read('GET batch/list', {
    title: 'Danh sách lô thẻ',
    may: cardPage.view,
    input: search({ face_value: optional(payable('Mệnh giá')) }, ['created_at', 'face_value', 'first_expires_on']),
    output: pageOf(CardBatch, ['card_count', 'free_count', 'free_value', 'given_count', 'expired_count']),
  }),
  list: read('GET list', {
    title: 'Thẻ trong kho',
    may: cardPage.view,
    input: search({ batch_id: optional(id('Lô thẻ')), status: optional(cardState()) }, ['expires_on', 'given_at']),
    output: pageOf(Card, ['face_value']),
  }),
  /** The cards that can be given now, by face value. */
  stock: read('GET stock', {
    title: 'Tồn kho thẻ',
    may: cardPage.view,
    output: z.object({
      items: list(
        'Mệnh giá',
        z.object({
          face_value: money('Mệnh giá'),
          free_count: count('Còn'),
          /** How many of them expire in the next thirty days. */
          expiring_count: count('Sắp hết hạn'),
        }),
        100,
      ),
    }),
  }),
  /** Creates a batch. A long file is sent in several calls: all after the first pass the batch_id of its answer. */
  import: write('POST import', {
    title: 'Nhập lô thẻ từ tệp',
    may: cardPage.add,
    input: z.object({
      ...importInput(CardBatchRow).shape,
      issuer: issuer(),
      face_value: payable('Mệnh giá').check(z.minimum(1_000, 'Mệnh giá từ 1.000 đ')),
      batch_id: optional(id('Lô thẻ')),
    }),
    output: z.extend(ImportReport, { batch_id: z.nullable(id('Lô thẻ')) }),
    errors: ['not_found', 'no_right', 'action_invalid'],
  }),
  /** The number of one card. Each call is in the audit log. */
  reveal: write('POST reveal', {
    stepUp: true,
    title: 'Xem mã thẻ',
    may: cardPage.reveal,
    input: z.object({ card_id: id('Thẻ') }),
    output: z.object({
      card_id: id('Thẻ'),
      card_serial: serial(),
      card_number: number(),
      expires_on: day('Ngày hết hạn thẻ'),
    }),
    errors: ['not_found', 'action_invalid'],
    unstored: true,
  }),
  /** A batch with its numbers, as it was imported. Each call is in the audit log. */
  takeOut: write('POST batch/export', {
    stepUp: true,
    title: 'Xuất lô thẻ kèm mã thẻ',
    may: cardPage.reveal,
    input: z.object(key),
    output: z.object({ rows: list('Thẻ', CardBatchRow, max_cards) }),
    errors: ['not_found', 'action_invalid'],
    unstored: true,
  }),
})
