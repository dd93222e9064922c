/**
 * The data that the business stores about one person, found by their phone number: shown, handed over as a file, and erased at their request as far
 * as the law allows. One person requests the erasure, another one confirms it.
 */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { count, id, list, moment, note, optional, phone, text } from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { personalDataPage } from '../pages.contract.ts'

export const erasureLife = lifecycle({
  states: {
    waiting: [1, 'Chờ xác nhận', 'amber'],
    done: [3, 'Đã xóa', 'green', 'Dữ liệu theo yêu cầu này đã được xóa.', 'request_finished'],
    rejected: [7, 'Đã từ chối', 'neutral', 'Yêu cầu đã bị từ chối hoặc rút lại.', 'request_finished'],
  },
  moves: {
    approve: {
      from: ['waiting'],
      to: 'done',
      notBy: { created_by: 'Người lập yêu cầu không được tự xác nhận: cần người khác xác nhận.' },
    },
    reject: { from: ['waiting'], to: 'rejected' },
  },
})
export const erasureStatus = erasureLife.status
export type ErasureStatus = StatusOf<typeof erasureLife>

const personName = (label: string) => z.nullable(text(label, 100))

export const Erasure = z.object({
  erasure_id: id('Yêu cầu'),
  /** The whole number while the request waits, because the person who confirms must know whose data it is. */
  subject: text('Số điện thoại', 20),
  /** Null once it is decided. */
  msisdn: z.nullable(phone('SĐT')),
  reason: note('Lý do', 500),
  status: erasureLife.field(),
  created_by: id('Người lập'),
  created_by_name: personName('Người lập'),
  created_at: moment('Lập lúc'),
  decided_by_name: personName('Người quyết định'),
  decided_at: z.nullable(moment('Quyết định lúc')),
  decision_reason: z.nullable(note('Lý do từ chối', 500)),
  /** How many rows were erased, and how many had to be kept. */
  erased: z.nullable(count('Đã xóa')),
  kept: z.nullable(count('Phải giữ')),
  version: id('Phiên bản'),
})

/** One kind of rows about a person. */
const DataKind = z.object({
  title: text('Loại dữ liệu', 100),
  /** Which data of the person they contain. */
  fields: text('Gồm', 200),
  total: count('Số dòng'),
  kept: count('Phải giữ'),
  /** What an erasure does with those that need not be kept. */
  effect: text('Khi xóa', 200),
  /** Why the others must be kept; null where none must. */
  ground: z.nullable(text('Lý do giữ', 300)),
})

export const PersonalData = z.object({
  msisdn: phone('SĐT'),
  data_kinds: list('Dữ liệu', DataKind),
  /** Why nothing can be erased yet. */
  obstacles: list('Chưa xóa được vì', text('Lý do', 200)),
  waiting: z.nullable(Erasure),
})

/** How many rows of one kind go into the handed-over file, newest first. */
export const max_rows = 10_000
const cell = (label: string) => z.nullable(text(label, 2_000))

/** The phone number to look up. */
export const Person = z.object({ number: phone('Số điện thoại của khách') })

/** By POST and with a list of one, so that the phone number is in no address. */
const person = { msisdn: list('SĐT', phone('SĐT'), 1).check(z.minLength(1)) }
const key = { erasure_id: id('Yêu cầu'), version: id('Phiên bản') }
const decision_errors = ['request_not_found', 'request_finished', 'changed_by_other', 'no_right'] as const

export const personalData = calls('cms/personal_data', {
  list: read('GET list', {
    title: 'Yêu cầu xóa dữ liệu cá nhân',
    may: personalDataPage.view,
    input: search({ status: optional(erasureLife.field()) }, ['created_at']),
    output: pageOf(Erasure),
  }),
  /** A write, because each look is logged. */
  find: write('POST find', {
    title: 'Xem dữ liệu cá nhân của một khách hàng',
    may: personalDataPage.view,
    input: z.object(person),
    output: PersonalData,
    errors: ['no_right'],
    unstored: true,
  }),
  handOver: write('POST export', {
    stepUp: true,
    title: 'Xuất dữ liệu cá nhân của một khách hàng',
    may: personalDataPage.export,
    input: z.object(person),
    output: z.object({
      parts: list(
        'Dữ liệu',
        z.object({
          title: text('Loại dữ liệu', 100),
          columns: list('Cột', text('Cột', 100)),
          rows: list('Dòng', list('Ô', cell('Ô')), max_rows),
        }),
      ),
    }),
    errors: ['no_right'],
    unstored: true,
  }),
  ask: write('POST erasure/ask', {
    stepUp: true,
    title: 'Lập yêu cầu xóa dữ liệu cá nhân',
    may: personalDataPage.add,
    input: z.object({ ...person, reason: note('Lý do', 500) }),
    output: Erasure,
    errors: ['no_right', 'request_pending', 'action_invalid'],
  }),
  approve: write('POST erasure/approve', {
    stepUp: true,
    title: 'Xác nhận xóa dữ liệu cá nhân',
    may: personalDataPage.approve,
    input: z.object(key),
    output: Erasure,
    errors: [...decision_errors, 'action_invalid'],
  }),
  reject: write('POST erasure/reject', {
    title: 'Từ chối yêu cầu xóa dữ liệu cá nhân',
    may: [personalDataPage.add, personalDataPage.approve],
    input: z.object({ ...key, reason: note('Lý do', 500) }),
    output: Erasure,
    errors: decision_errors,
  }),
})
