/** Account checks: batches that compare the holder's name of phone numbers at the telecom with the expected name, before money is sent. */
import * as z from 'zod/mini'
import { ImportReport } from '#contract/bulk.ts'
import { calls, max_bulk_rows, pageOf, read, search, write } from '#contract/call.ts'
import {
  count,
  customerPhone,
  day,
  flag,
  id,
  list,
  moment,
  optional,
  phone,
  seenVersion,
  status,
  text,
} from '#contract/fields.ts'
import { accountCheckPage } from '#features/rewards/pages.contract.ts'

/** The maximum number of accounts in one batch. */
export const max_accounts = 50_000

export const checkStatus = { running: 1, done: 2, paused: 3 } as const
export type CheckStatus = (typeof checkStatus)[keyof typeof checkStatus]

export const accountStatus = { waiting: 1, match: 2, mismatch: 3, absent: 4, error: 5 } as const
export type AccountStatus = (typeof accountStatus)[keyof typeof accountStatus]

const batchStatus = () =>
  status('Trạng thái', [
    [checkStatus.running, 'Đang kiểm tra', 'blue'],
    [checkStatus.done, 'Đã xong', 'neutral'],
    [checkStatus.paused, 'Tạm dừng', 'amber'],
  ])

const itemStatus = () =>
  status('Kết quả', [
    [accountStatus.waiting, 'Chờ', 'neutral'],
    [accountStatus.match, 'Khớp', 'neutral'],
    [accountStatus.mismatch, 'Không khớp', 'amber'],
    [accountStatus.absent, 'Không tồn tại', 'red'],
    [accountStatus.error, 'Lỗi', 'amber'],
  ])

const custName = () => text('Tên mong đợi', 100)

/** One row of the file, or one line of the pasted list. */
export const AccountToCheck = z.object({ msisdn: phone('SĐT'), cust_name: custName() })

export const AccountCheck = z.object({
  batch_id: id('STT'),
  batch_code: text('Mã lô', 20),
  name: text('Tên lô', 100),
  status: batchStatus(),
  item_count: count('Số tài khoản'),
  waiting_count: count('Chờ'),
  match_count: count('Khớp'),
  mismatch_count: count('Không khớp'),
  absent_count: count('Không tồn tại'),
  error_count: count('Lỗi'),
  created_by_name: z.nullable(text('Người tạo', 100)),
  created_at: moment('Ngày tạo'),
  finished_at: z.nullable(moment('Xong lúc')),
  version: id('Phiên bản'),
})

export const AccountCheckItem = z.object({
  item_id: id('STT'),
  batch_id: id('Lô'),
  msisdn: customerPhone('SĐT'),
  cust_name: custName(),
  account_name: z.nullable(text('Tên đối tác trả về', 200)),
  status: itemStatus(),
  result_code: z.nullable(text('Mã kết quả', 50)),
  result_message: z.nullable(text('Đối tác trả lời', 300)),
  tries: count('Số lần hỏi'),
  /** After a failed query, the time of the next try. */
  next_try_at: z.nullable(moment('Hỏi lại lúc')),
  checked_at: z.nullable(moment('Kiểm tra lúc')),
  version: id('Phiên bản'),
})

const key = { batch_id: id('Lô') }

export const accountCheck = calls('cms/telecom/account_check', {
  list: read('GET list', {
    title: 'Danh sách lô kiểm tra tài khoản',
    may: accountCheckPage.view,
    input: search(
      {
        status: optional(batchStatus()),
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
      },
      ['created_at', 'item_count'],
    ),
    output: pageOf(AccountCheck),
    errors: ['from_exceeds_to'],
  }),
  detail: read('GET detail', {
    title: 'Chi tiết lô kiểm tra tài khoản',
    may: accountCheckPage.view,
    input: search({ ...key, status: optional(itemStatus()), item_id: optional(id('Dòng')) }, [
      'cust_name',
      'checked_at',
    ]),
    output: z.extend(pageOf(AccountCheckItem), {
      batch: AccountCheck,
      /** The number of answers in the last ten seconds. */
      recent_count: count('Trong 10 giây qua'),
    }),
    errors: ['not_found'],
  }),
  /** Creates a batch. A long list is sent in several calls: all after the first pass the batch_id of its answer. */
  create: write('POST create', {
    title: 'Tạo lô kiểm tra tài khoản',
    may: accountCheckPage.add,
    input: z.object({
      name: text('Tên lô', 100),
      batch_id: optional(id('Lô')),
      rows: list('Tài khoản', AccountToCheck, max_bulk_rows).check(z.minLength(1)),
    }),
    output: z.extend(ImportReport, { batch: AccountCheck }),
    errors: ['not_found', 'action_invalid', 'payment_vendor_not_found'],
  }),
  /** Checks failed accounts again: the given ones, or all of the batch. */
  retry: write('POST retry', {
    title: 'Kiểm tra lại các tài khoản lỗi',
    may: accountCheckPage.approve,
    input: z.object({ ...key, item_ids: optional(list('Dòng', id('Dòng'), max_bulk_rows).check(z.minLength(1))) }),
    output: AccountCheck,
    errors: ['not_found', 'action_invalid', 'payment_vendor_not_found'],
  }),
  /** Changes the expected name, and checks the account again at once. */
  udpCustName: write('POST udpCustName', {
    title: 'Sửa tên khách của tài khoản',
    may: accountCheckPage.update,
    input: z.object({ item_id: id('Dòng'), cust_name: custName(), version: seenVersion() }),
    output: AccountCheckItem,
    errors: ['not_found', 'changed_by_other', 'payment_vendor_not_found'],
  }),
  pause: write('POST pause', {
    title: 'Tạm dừng hoặc chạy tiếp lô kiểm tra',
    may: accountCheckPage.approve,
    input: z.object({ ...key, is_paused: flag('Tạm dừng') }),
    output: AccountCheck,
    errors: ['not_found', 'action_invalid'],
  }),
})
