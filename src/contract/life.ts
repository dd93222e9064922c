import type { ErrorName } from './errors.ts'

/** One allowed move of a thing with a status: from which statuses, to which, and the error for any other. */
export interface Move<S extends number | string> {
  readonly from: readonly S[]
  readonly to: S
  readonly otherwise: ErrorName
}

/**
 * The allowed moves of a thing, as one table: the server guards by it, the screen explains by it.
 * `const importLife = life<Status>()({ approve: { from: [0], to: 1, otherwise: 'request_finished' } })`
 */
export function life<S extends number | string>() {
  return <const M extends Record<string, Move<S>>>(moves: M): M => moves
}

/** Whether a thing in this status can make the move now. */
export function allowed<S extends number | string>(move: Move<S>, status: S): boolean {
  return move.from.includes(status)
}
