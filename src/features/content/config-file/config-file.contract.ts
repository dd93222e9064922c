import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  activation,
  choice,
  count,
  flag,
  id,
  list,
  moment,
  optional,
  richText,
  status,
  text,
} from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { configFilePage } from '../pages.contract.ts'

const type = () =>
  choice('Loại', [
    ['terms', 'Điều khoản sử dụng'],
    ['privacy', 'Chính sách bảo mật'],
    ['guide', 'Hướng dẫn chơi'],
    ['prize', 'Hướng dẫn lĩnh thưởng'],
    ['payment', 'Hướng dẫn nạp, rút tiền'],
  ])

const content = () => richText('Nội dung', 100_000, 'terms')
const askConsent = () => flag('Hỏi khách đồng ý lại')
const number = () => id('Bản')

export const ConfigFileRecord = record('config_file', 'config_file_id', {
  type: type(),
  title: text('Tiêu đề', 100),
  status: z.prefault(activation(), 1),
})

const Listed = z.object({
  ...ConfigFileRecord.Row.shape,
  /** The version that customers read now, and since when. */
  published_number: z.nullable(number()),
  published_at: z.nullable(moment('Công bố từ')),
  /** The next scheduled version. */
  next_number: z.nullable(number()),
  next_at: z.nullable(moment('Sẽ công bố')),
  draft_number: z.nullable(number()),
})

const states = [
  [1, 'Nháp', 'amber'],
  [2, 'Chờ công bố', 'blue'],
  [3, 'Đang công bố', 'green'],
  [4, 'Đã thay', 'neutral'],
] as const

export const versionStatus = { draft: 1, waiting: 2, published: 3, past: 4 } as const

export const ConfigFileVersion = z.object({
  number: number(),
  status: status('Trạng thái', states),
  ask_consent: askConsent(),
  restored_from: z.nullable(number()),
  /** From when to when customers read it; a draft has neither, the latest has no end. */
  publish_at: z.nullable(moment('Công bố từ')),
  end_at: z.nullable(moment('Công bố đến')),
  published_by_name: z.nullable(text('Người công bố', 100)),
  updated_by_name: z.nullable(text('Người soạn', 100)),
  updated_at: moment('Sửa lúc'),
})
export type Version = z.output<typeof ConfigFileVersion>

const Draft = z.object({ number: number(), content: content(), ask_consent: askConsent() })

/** The draft where there is one, and every version without its content. */
export const ConfigFile = z.object({
  ...Listed.shape,
  draft: z.nullable(Draft),
  versions: list('Các bản', ConfigFileVersion),
})

const VersionKey = z.object({ ...ConfigFileRecord.Key.shape, number: number() })

export const configFile = calls('cms/config_file', {
  list: read('GET list', {
    title: 'Danh sách điều khoản và hướng dẫn',
    may: configFilePage.view,
    input: search({ type: optional(type()), status: optional(activation()) }, ['title', 'type', 'created_at']),
    output: pageOf(Listed),
  }),
  detail: read('POST detail', {
    title: 'Chi tiết điều khoản',
    may: configFilePage.view,
    input: ConfigFileRecord.Key,
    output: ConfigFile,
    errors: ['not_found'],
  }),
  /** One version with its content. What was published never changes. */
  version: read('POST version', {
    title: 'Nội dung một bản',
    may: configFilePage.view,
    input: VersionKey,
    output: z.object({ ...VersionKey.shape, content: content(), words: count('Số chữ') }),
    errors: ['not_found'],
  }),
  add: write('POST add', {
    title: 'Thêm điều khoản',
    may: configFilePage.add,
    input: z.object({ ...ConfigFileRecord.Draft.shape, content: optional(content()) }),
    output: ConfigFile,
    errors: ['config_file_exists'],
  }),
  /** Changes `content` and `ask_consent` of the draft, which is created with the first change. */
  update: write('POST update', {
    title: 'Sửa điều khoản',
    may: configFilePage.update,
    input: z.object({
      ...ConfigFileRecord.Change.shape,
      content: z.optional(content()),
      ask_consent: z.optional(askConsent()),
    }),
    output: ConfigFile,
    errors: ['config_file_exists', 'draft_missing', ...ConfigFileRecord.conflicts],
  }),
  /** Deletes the draft. */
  discard: write('POST discard', {
    title: 'Bỏ bản nháp',
    may: configFilePage.update,
    input: z.object({ ...ConfigFileRecord.Key.shape, version: ConfigFileRecord.Change.shape.version }),
    output: ConfigFile,
    errors: ['draft_missing', ...ConfigFileRecord.conflicts],
  }),
  /** Publishes the draft: from a moment on, or at once. */
  publish: write('POST publish', {
    title: 'Công bố',
    may: configFilePage.approve,
    input: z.object({
      ...ConfigFileRecord.Key.shape,
      version: ConfigFileRecord.Change.shape.version,
      publish_at: optional(moment('Công bố lúc')),
    }),
    output: ConfigFile,
    errors: ['draft_missing', 'publish_time_past', 'publish_time_taken', ...ConfigFileRecord.conflicts],
  }),
  /** Turns a scheduled version back into a draft. */
  withdraw: write('POST withdraw', {
    title: 'Hủy lịch công bố',
    may: configFilePage.approve,
    input: VersionKey,
    output: ConfigFile,
    errors: ['draft_exists', 'config_file_published', ...ConfigFileRecord.conflicts],
  }),
  /** Publishes an earlier version again at once, as a new version with its content. */
  restore: write('POST restore', {
    title: 'Quay lại bản cũ',
    may: configFilePage.approve,
    input: z.object({ ...VersionKey.shape, version: ConfigFileRecord.Change.shape.version }),
    output: ConfigFile,
    errors: ['not_found', 'changed_by_other', 'restore_not_past', 'publish_time_taken'],
  }),
  delete: write('POST delete', {
    title: 'Xóa điều khoản',
    may: configFilePage.remove,
    input: ConfigFileRecord.Key,
    errors: ['not_found', 'config_file_published'],
  }),
})
