/** Declares API calls: address, permission, input, output and possible errors. */
import * as z from 'zod/mini'
import type { ErrorName } from './errors.ts'
import { balance, choice, count, moneyChange, optional, text } from './fields.ts'
import { infoOf, shapeOf } from './schema.ts'
import type { May, Right } from './page.ts'

/** The prefix of calls whose address does not start with a slash. */
export const base_path = '/api/xs/management/'

/** What a signed-in person may have to do before any other call, in this order. Each is also the error of other calls until then. */
export const obstacles = [
  'second_factor_required',
  'password_change_required',
  'second_factor_missing',
] as const satisfies ErrorName[]
export type Obstacle = (typeof obstacles)[number]

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Input = z.ZodMiniObject
type Output = z.ZodMiniType

/** The declaration of a call, without its kind and address. */
interface CallOptions<I extends Input, O extends Output, E extends ErrorName, M extends May> {
  /** What the call does, for the audit log and the API documentation. */
  title: string
  may: M
  input?: I
  /** The field of the body that contains the input, as some clients send it: `partner_info`. */
  within?: string
  output?: O
  /** Errors of the handler and of database constraints, in addition to `common_errors`. */
  errors?: readonly E[]
  /** Write only: the answer contains a secret and is not stored, so repeating the transid repeats the work. */
  unstored?: boolean
  /** The body is a multipart form with one file and the input's fields. */
  file?: boolean
  /** The body is a file, read as a stream; the input is in the query. */
  stream?: boolean
  /** Read only: the answer is a file, streamed while it is generated; a refusal is an envelope as usual. */
  download?: boolean
  /** Obstacles that do not block this call. */
  obstacles_ignored?: readonly Obstacle[]
  /** Read only: the answer may come from a replica and be seconds old, which its stamp then shows. Not for what people decide by. */
  may_lag?: boolean
  /** Write only: needs a proof of identity that is at most ten minutes old (step-up authentication); a function tells for which inputs. */
  stepUp?: boolean | ((input: z.output<I>) => boolean)
}

/** A call before `calls` adds the prefix to its address. */
interface Draft<K extends 'read' | 'write', I extends Input, O extends Output, E extends ErrorName, M extends May> {
  kind: K
  address: string
  options: CallOptions<I, O, E, M>
}
interface AnyDraft {
  kind: 'read' | 'write'
  address: string
  options: object
}

export interface Call<
  K extends 'read' | 'write' = 'read' | 'write',
  I extends Input = Input,
  O extends Output = Output,
  E extends ErrorName = ErrorName,
  M extends May = May,
> {
  readonly kind: K
  /** 'POST cms/account/add': identifies the call in logs, metrics, audit and tests. */
  readonly name: string
  readonly method: Method
  /** Absolute path, with parameters as ':id'. */
  readonly path: string
  readonly title: string
  readonly may: M
  readonly input: I
  readonly within: string | null
  readonly output: O
  readonly errors: readonly E[]
  readonly unstored: boolean
  readonly file: boolean
  readonly stream: boolean
  readonly download: boolean
  readonly obstacles_ignored: readonly Obstacle[]
  readonly stepUp: boolean | ((input: never) => boolean)
  readonly may_lag: boolean
}

/** Whether the call needs a fresh proof of identity with this input. */
export function needsProof({ stepUp }: Call, input: object): boolean {
  return typeof stepUp === 'function' ? stepUp(input as never) : stepUp
}

/** A copy of the call under the right of another page. */
export function withRight<C extends Call>(call: C, right: Right): C {
  return { ...call, may: right }
}

export type Calls = Record<string, Call>
export type InputOf<C extends Call> = z.input<C['input']>
export type AnswerOf<C extends Call> = z.output<C['output']>

const noInput = z.object({})
const noAnswer = z.null()
type NoInput = typeof noInput
type NoAnswer = typeof noAnswer

/** Declares a call that changes nothing, whatever its HTTP method: `read('GET list', …)` within `calls`. */
export function read<
  I extends Input = NoInput,
  O extends Output = NoAnswer,
  E extends ErrorName = never,
  const M extends May = May,
>(address: string, options: CallOptions<I, O, E, M>) {
  return { kind: 'read', address, options } as Draft<'read', I, O, E, M>
}

/** Declares a call that changes something, whatever its HTTP method: some existing paths delete by GET. */
export function write<
  I extends Input = NoInput,
  O extends Output = NoAnswer,
  E extends ErrorName = never,
  const M extends May = May,
>(address: string, options: CallOptions<I, O, E, M>) {
  return { kind: 'write', address, options } as Draft<'write', I, O, E, M>
}

type CallOf<D> = D extends Draft<infer K, infer I, infer O, infer E, infer M> ? Call<K, I, O, E, M> : never

/** Completes the calls of a resource under a common prefix: `calls('cms/banner', { list: read('GET list', …) })`. */
export function calls<const D extends Record<string, AnyDraft>>(prefix: string, drafts: D) {
  return Object.fromEntries(
    Object.entries(drafts).map(([key, draft]) => [key, complete(prefix, draft)]),
  ) as unknown as {
    [K in keyof D]: CallOf<D[K]>
  }
}

function complete(prefix: string, draft: AnyDraft): Call {
  const { kind, address } = draft
  const options = draft.options as CallOptions<Input, Output, ErrorName, May>
  const [method, call_path] = address.split(' ') as [Method, string]
  const name = call_path.startsWith('/') ? call_path : [prefix, call_path].filter(Boolean).join('/')
  return {
    kind,
    name: `${method} ${name}`,
    method,
    path: (name.startsWith('/') ? name : base_path + name).replaceAll(/\{(\w+)\}/g, ':$1'),
    title: options.title,
    may: options.may,
    input: options.input ?? noInput,
    within: options.within ?? null,
    output: options.output ?? noAnswer,
    errors: options.errors ?? [],
    unstored: options.unstored ?? false,
    file: options.file ?? false,
    stream: options.stream ?? false,
    download: options.download ?? false,
    obstacles_ignored: options.obstacles_ignored ?? [],
    stepUp: options.stepUp ?? false,
    may_lag: options.may_lag ?? false,
  }
}

const default_page_size = 20
const max_pages = 10_000_000

export const page_sizes = [10, 20, 50, 100, 150, 200, 300] as const

/** Maximum rows of one answer. Reports allow more, because an exported report must be read in one request to be consistent. */
export const page_row_limits = { list: 300, report: 10_000 } as const

interface PageSizes {
  max_page_size?: number
  /** For requests without one. */
  page_size?: number
}

/** Of look-ups and statistics that clients read without pages: everything, up to the limit of one answer. */
export const unpaged = { page_size: page_row_limits.list } as const satisfies PageSizes

/** Maximum rows of a bulk action: more is probably a mistake, and too much for one transaction. */
export const max_bulk_rows = 500

/**
 * The input of a list: filters, page (from 1), keyword and sort ('full_name', or '-full_name' for descending). With `part` a client reads rows
 * and totals in two requests, so that the rows do not wait for the count.
 */
export function search<F extends Record<string, z.ZodMiniType>, const S extends readonly string[] = []>(
  filters: F,
  sortable?: S,
  { max_page_size = page_row_limits.list, page_size = default_page_size }: PageSizes = {},
) {
  const directions = (sortable ?? []).flatMap((column) => [column, `-${column}`])
  return z.object({
    page_index: z.prefault(z.int().check(z.positive(), z.maximum(max_pages)), 1),
    page_size: z.prefault(z.int().check(z.positive(), z.maximum(max_page_size)), page_size),
    keyword: optional(text('Từ khóa', 100)),
    sort: optional(z.enum(directions as [`-${S[number]}` | S[number], ...(`-${S[number]}` | S[number])[]])),
    part: optional(
      choice('Phần cần lấy', [
        ['rows', 'Chỉ các dòng'],
        ['totals', 'Chỉ tổng số và tổng cộng'],
      ]),
    ),
    ...filters,
  })
}

/** The maximum `page_size` of a list call. */
export function maxPageRows(call: Call): number {
  const size = shapeOf(call.input).page_size as z.ZodMiniType
  return z.safeParse(size, page_row_limits.report).success ? page_row_limits.report : page_row_limits.list
}

type Sums<S extends string> = z.ZodMiniOptional<
  z.ZodMiniNullable<z.ZodMiniObject<Record<S, ReturnType<typeof balance>>, z.core.$strip>>
>

/** The output of a list: one page of rows, the number of all matching rows, and sums of these fields over them. */
export function pageOf<R extends z.ZodMiniType, const S extends keyof z.output<R> & string = never>(
  row: R,
  sums: readonly S[] = [],
) {
  return z.object({
    items: z.array(row),
    /** Missing when only the rows were requested. */
    total: z.optional(count('Tổng số')),
    /** True when counting stopped at a limit: `total` is then the limit, shown as 'hơn N'. */
    total_capped: z.optional(z.boolean()),
    /** Null when there are too many rows to add up. */
    ...((sums.length > 0 && { sums: z.optional(z.nullable(z.object(sumsOf(row, sums)))) }) as { sums: Sums<S> }),
  })
}

function sumsOf(row: z.ZodMiniType, names: readonly string[]) {
  const shape = shapeOf(row)
  return Object.fromEntries(
    names.map((name) => {
      const { kind, label } = infoOf(shape[name]!)!
      const sum = kind === 'money' ? balance : kind === 'change' ? moneyChange : sumOfCounts
      return [name, sum(label)]
    }),
  )
}

const sumOfCounts = (label: string) => count(label, Number.MAX_SAFE_INTEGER)

/** Errors of any call. */
export const common_errors = [
  'token_invalid',
  'token_expired',
  'request_invalid',
  'system_busy',
  'unknown_error',
  'no_right',
  'request_exists',
  ...obstacles,
  'system_overloaded',
] as const satisfies ErrorName[]

/** The errors of a call itself: declared ones, and those of its fields' kinds. */
export function specificErrors({ errors, input }: Call): ErrorName[] {
  const fieldErrors = Object.values(shapeOf(input)).flatMap((field) => infoOf(field)?.error ?? [])
  return [...new Set([...errors, ...fieldErrors])]
}

/** All errors that a call may answer. */
export function errorsOf(call: Call): ErrorName[] {
  return [...common_errors, ...(call.stepUp ? (['proof_required'] as const) : []), ...specificErrors(call)]
}
