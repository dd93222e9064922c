/**
 * Declares the state machine of a record once: its states and the moves between them. Numbers on the wire, status badge, explanations why a move
 * is not possible, and the condition of the UPDATE are derived from it.
 */
import type { ErrorName, Refusal } from './errors.ts'
import { status as statusField } from './fields.ts'
import { whyNotSecondPerson, type Decider } from './person.ts'
import type { Tone } from './schema.ts'

/** The stored number, label and tone of the badge, the message when a move is refused in this state, and its error if not action_invalid. */
type State = readonly [value: number, label: string, tone: Tone, sentence?: string, error?: ErrorName]

interface MoveDraft<N> {
  from: readonly N[]
  /** Missing where the target state differs from record to record. */
  to?: N
  /** Four-eyes principle: columns with persons who must not make the move, each with the message for them. */
  notBy?: Readonly<Record<string, string>>
}

type States = Record<string, State>
type ErrorIn<S extends State> = S[4] extends ErrorName ? S[4] : 'action_invalid'
type ErrorOf<St extends States, M> =
  | { [N in keyof St]: ErrorIn<St[N]> }[keyof St]
  | (M extends { notBy: object } ? 'no_right' : never)

/** A move with everything that decides whether it is possible. */
export interface Move<
  V extends number = number,
  T extends V | undefined = V | undefined,
  E extends ErrorName = ErrorName,
> {
  readonly from: readonly V[]
  readonly to: T
  readonly notBy: Readonly<Record<string, string>>
  /** The refusal in each state, by the state's number. */
  readonly refusals: Readonly<Record<V, Refusal<E>>>
}

type MoveOf<St extends States, M extends MoveDraft<keyof St>> = Move<
  St[keyof St][0],
  M['to'] extends keyof St ? St[M['to']][0] : undefined,
  ErrorOf<St, M>
>

/**
 * `lifecycle({ states: { waiting: [1, 'Chờ duyệt', 'amber'], approved: [3, 'Đã duyệt', 'green', 'Phiếu đã được duyệt.'] }, moves: { approve:
 * { from: ['waiting'], to: 'approved', notBy: { created_by: 'Người lập phiếu không được tự duyệt.' } } } })` has the numbers in `.status`, the
 * field of a contract in `.field()`, and the moves in `.moves`.
 */
export function lifecycle<const St extends States, const M extends Record<string, MoveDraft<keyof St>>>({
  states,
  moves,
}: {
  states: St
  moves: M
}) {
  const numberOf = (name: keyof St) => states[name]![0]
  const refusals = Object.fromEntries(
    Object.values(states).map(([value, label, , sentence, error]) => [
      value,
      { error: error ?? 'action_invalid', message: sentence ?? `${label}.` },
    ]),
  )
  const finished = Object.entries(moves).map(([name, { from, to, notBy = {} }]) => [
    name,
    { from: from.map(numberOf), to: to === undefined ? undefined : numberOf(to), notBy, refusals },
  ])
  return {
    status: Object.fromEntries(Object.entries(states).map(([name, [value]]) => [name, value])) as {
      readonly [N in keyof St]: St[N][0]
    },
    moves: Object.fromEntries(finished) as unknown as { readonly [K in keyof M]: MoveOf<St, M[K]> },
    /** The status as a field of a contract: its numbers, labels and tones. */
    field: (label = 'Trạng thái') =>
      statusField<St[keyof St][0]>(
        label,
        Object.values(states).map(([value, name, tone]) => [value, name, tone] as const),
      ),
  }
}

/** The numbers of a lifecycle's states: `type SlipStatus = StatusOf<typeof slipLife>`. */
export type StatusOf<L extends { status: Record<string, number> }> = L['status'][keyof L['status']]

/** Whether the move is possible from this status, for anybody. */
export function allows(move: Move, status: number): boolean {
  return move.from.includes(status)
}

/**
 * Why this person cannot make the move on this row; null when they can. The row needs its status and the columns of the move's `notBy`, which
 * may contain several persons. People who lately controlled the person's account count as the person (see Decider). With `me` null only the
 * status is checked.
 */
export function whyNot<E extends ErrorName>(
  move: Move<number, number | undefined, E>,
  row: { status: number },
  me: Decider | null,
): Refusal<E> | null {
  if (!allows(move, row.status)) return move.refusals[row.status] ?? null
  if (me === null) return null
  for (const [column, refusal] of Object.entries(move.notBy)) {
    const makers = [(row as Record<string, unknown>)[column]].flat() as (number | null | undefined)[]
    const message = makers.map((maker) => whyNotSecondPerson(maker, me, refusal)).find((why) => why !== null)
    if (message) return { error: 'no_right' as E, message }
  }
  return null
}
