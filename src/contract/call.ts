/** What one API call is: its address, who may make it, what goes in, what comes out, and how it can be refused. */
import * as z from 'zod/mini'
import type { ErrorName } from './errors.ts'
import { balance, choice, count, moneyChange, optional, text } from './fields.ts'
import { infoOf, shapeOf } from './schema.ts'
import type { May, Right } from './page.ts'

/** The path under which calls stand unless theirs begins with a slash. */
export const basePath = '/api/xs/management/'

/** What somebody who is signed in must do before anything else, in this order. Each is the error that tells so. */
export const obstacles = [
  'second_factor_required',
  'password_change_required',
  'second_factor_missing',
] as const satisfies ErrorName[]
export type Obstacle = (typeof obstacles)[number]

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Input = z.ZodMiniObject
type Output = z.ZodMiniType

interface Terms<I extends Input, O extends Output, E extends ErrorName, M extends May> {
  /** What the call does, for the audit log and the API page; without it the path speaks. */
  title: string
  may: M
  input?: I
  /** In a body, the field in which the input stands: `partner_info` for those of the partners' clients. */
  within?: string
  output?: O
  /** The refusals that the handler and the database's constraints may raise, beside those every call has. */
  errors?: readonly E[]
  /** Write only: the answer holds a secret, so it is not stored; the same transid does the work again. */
  unstored?: boolean
  /** The body is a form with one file beside the input's fields. */
  file?: boolean
  /** The body is a file of any length, read as it comes; the input stands in the query. */
  stream?: boolean
  /** Read only: the answer is a file, sent while it is made; a refusal is an envelope as ever. */
  download?: boolean
  /** May also be made by someone who has this to do first. */
  before?: readonly Obstacle[]
  /** Write only: the person's last proof of who they are may be ten minutes old, else they are asked to prove it again. */
  stepUp?: boolean
}

interface Draft<K extends 'read' | 'write', I extends Input, O extends Output, E extends ErrorName, M extends May> {
  kind: K
  address: string
  terms: Terms<I, O, E, M>
}
interface AnyDraft {
  kind: 'read' | 'write'
  address: string
  terms: object
}

export interface Call<
  K extends 'read' | 'write' = 'read' | 'write',
  I extends Input = Input,
  O extends Output = Output,
  E extends ErrorName = ErrorName,
  M extends May = May,
> {
  readonly kind: K
  /** 'POST cms/account/add': the call's name in logs, metrics, audit and tests. */
  readonly name: string
  readonly method: Method
  /** From the root, with parameters as ':id'. */
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
  readonly before: readonly Obstacle[]
  readonly stepUp: boolean
}

/** The call as one page has it: under that page's own right. */
export function withRight<C extends Call>(call: C, right: Right): C {
  return { ...call, may: right }
}

export type Calls = Record<string, Call>
export type InputOf<C extends Call> = z.input<C['input']>
export type AnswerOf<C extends Call> = z.output<C['output']>

const nothing = z.object({})
const noAnswer = z.null()
type Nothing = typeof nothing
type NoAnswer = typeof noAnswer

/** A call that changes nothing, whatever its method. `read('GET list', …)` stands under its `calls` prefix. */
export function read<
  I extends Input = Nothing,
  O extends Output = NoAnswer,
  E extends ErrorName = never,
  const M extends May = May,
>(address: string, terms: Terms<I, O, E, M>) {
  return { kind: 'read', address, terms } as Draft<'read', I, O, E, M>
}

/** A call that changes something, whatever its method: some paths delete by GET. */
export function write<
  I extends Input = Nothing,
  O extends Output = NoAnswer,
  E extends ErrorName = never,
  const M extends May = May,
>(address: string, terms: Terms<I, O, E, M>) {
  return { kind: 'write', address, terms } as Draft<'write', I, O, E, M>
}

type Finished<D> = D extends Draft<infer K, infer I, infer O, infer E, infer M> ? Call<K, I, O, E, M> : never

/** Gives the calls of one thing their full addresses: `calls('cms/banner', { list: read('GET list', …) })`. */
export function calls<const D extends Record<string, AnyDraft>>(prefix: string, drafts: D) {
  return Object.fromEntries(Object.entries(drafts).map(([key, draft]) => [key, finish(prefix, draft)])) as unknown as {
    [K in keyof D]: Finished<D[K]>
  }
}

function finish(prefix: string, draft: AnyDraft): Call {
  const { kind, address } = draft
  const terms = draft.terms as Terms<Input, Output, ErrorName, May>
  const [method, tail] = address.split(' ') as [Method, string]
  const name = tail.startsWith('/') ? tail : [prefix, tail].filter(Boolean).join('/')
  return {
    kind,
    name: `${method} ${name}`,
    method,
    path: (name.startsWith('/') ? name : basePath + name).replaceAll(/\{(\w+)\}/g, ':$1'),
    title: terms.title,
    may: terms.may,
    input: terms.input ?? nothing,
    within: terms.within ?? null,
    output: terms.output ?? noAnswer,
    errors: terms.errors ?? [],
    unstored: terms.unstored ?? false,
    file: terms.file ?? false,
    stream: terms.stream ?? false,
    download: terms.download ?? false,
    before: terms.before ?? [],
    stepUp: terms.stepUp ?? false,
  }
}

export const pageSizes = [10, 20, 50, 100, 150, 200, 300] as const

/** In one answer. Figures must be of one moment, so that their file is read at once. */
export const page_row_limits = { list: 300, report: 10_000 } as const

/** More rows than these are not acted on at once: a person cannot mean it, and one transaction should not hold it. */
export const most_bulk_rows = 500

/**
 * The input of a list: its filters, the page, the keyword and the sort ('full_name', or '-full_name' for descending).
 * Pages count from 1. Who wants the rows before everything is counted asks for the two `part`s apart; without it both are answered.
 */
export function search<F extends Record<string, z.ZodMiniType>, const S extends readonly string[] = []>(
  filters: F,
  sortable?: S,
  most: number = page_row_limits.list,
) {
  const directions = (sortable ?? []).flatMap((column) => [column, `-${column}`])
  return z.object({
    page_index: z.prefault(z.int().check(z.positive(), z.maximum(10_000_000)), 1),
    page_size: z.prefault(z.int().check(z.positive(), z.maximum(most)), 20),
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

/** The most rows that one answer of this list may have. */
export function maxPageRows(call: Call): number {
  const size = shapeOf(call.input).page_size as z.ZodMiniType
  return z.safeParse(size, page_row_limits.report).success ? page_row_limits.report : page_row_limits.list
}

type Sums<S extends string> = z.ZodMiniOptional<
  z.ZodMiniNullable<z.ZodMiniObject<Record<S, ReturnType<typeof balance>>, z.core.$strip>>
>

/** The answer of a list: one page of rows, the size of the whole filtered set, and the sums of these fields over that set. */
export function pageOf<R extends z.ZodMiniType, const S extends keyof z.output<R> & string = never>(
  row: R,
  sums: readonly S[] = [],
) {
  return z.object({
    items: z.array(row),
    /** Left out where only the rows were asked for. */
    total: z.optional(count('Tổng số')),
    /** True when there are more rows than were counted: `total` is then the bound, shown as 'hơn N'. */
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

/** What any call may answer beside its own refusals. */
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

/** The refusals of a call's own: those that it declares, and those of what its fields hold. */
export function ownRefusals({ errors, input }: Call): ErrorName[] {
  const of_fields = Object.values(shapeOf(input)).flatMap((field) => infoOf(field)?.error ?? [])
  return [...new Set([...errors, ...of_fields])]
}

/** Everything that a call may be refused with. */
export function refusalsOf(call: Call): ErrorName[] {
  return [...common_errors, ...(call.stepUp ? (['proof_required'] as const) : []), ...ownRefusals(call)]
}
