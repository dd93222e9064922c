/** One allowed move of a thing with a status: from which statuses, and to which, unless each thing has its own. */
export interface Move<S extends number | string> {
  readonly from: readonly S[]
  readonly to?: S
}

/**
 * The allowed moves of a thing, as one table: the server guards by it, the screen explains by it.
 * `const importLife = life<Status>()({ approve: { from: [0], to: 1 } })`
 */
export function life<S extends number | string>() {
  return <const M extends Record<string, Move<S>>>(moves: M): M => moves
}

/** Whether a thing in this status can make the move now. */
export function allowed<S extends number | string>(move: Move<S>, status: S): boolean {
  return move.from.includes(status)
}
