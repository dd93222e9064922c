/** A small ledger in memory, with which tests compare the real one. */
import type { PostingOutcome, Posting, PostingResult } from '#server/ledger/ledger.ts'

interface ModelTransfer {
  posting: Posting
  from: number
  to: number
  amount: number
}

export interface Model {
  post(posting: Posting): PostingResult
  balanceOf(account: number): { balance: number; held: number }
}

/** A ledger in memory, by which the real one is judged. Only the accounts `may_owe` may go below zero. */
export function openModel(may_owe: ReadonlySet<number>): Model {
  const balances = new Map<number, { balance: number; held: number }>()
  const transfers = new Map<string, ModelTransfer>()
  const ended = new Set<string>()
  const stateOf = (account: number) => {
    if (!balances.has(account)) balances.set(account, { balance: 0, held: 0 })
    return balances.get(account)!
  }

  function begin(posting: Extract<Posting, { from: number }>): PostingResult {
    const { from, to, amount } = posting
    const payer = stateOf(from)
    if (!may_owe.has(from) && payer.balance - payer.held < amount) return 'debt_not_enough'
    if (posting.phase === 1) {
      payer.balance -= amount
      stateOf(to).balance += amount
    } else payer.held += amount
    transfers.set(posting.ref, { posting, from, to, amount })
    return 'done'
  }

  function end(posting: Extract<Posting, { hold_ref: string }>, hold: ModelTransfer): PostingResult {
    const amount = posting.phase === 3 ? (posting.amount ?? hold.amount) : hold.amount
    if (ended.has(posting.hold_ref)) return 'hold_ended'
    if (amount > hold.amount) return 'amount_wrong'
    stateOf(hold.from).held -= hold.amount
    if (posting.phase === 3) {
      stateOf(hold.from).balance -= amount
      stateOf(hold.to).balance += amount
    }
    ended.add(posting.hold_ref)
    transfers.set(posting.ref, { posting, from: hold.from, to: hold.to, amount })
    return 'done'
  }

  return {
    balanceOf: (account) => ({ ...stateOf(account) }),
    post(posting) {
      if (!('hold_ref' in posting)) {
        const existing = transfers.get(posting.ref)
        if (existing) return isSame(existing, posting, posting) ? 'repeated' : 'conflict'
        return begin(posting)
      }
      const hold = transfers.get(posting.hold_ref)
      if (hold?.posting.phase !== 2) return 'hold_not_found'
      const existing = transfers.get(posting.ref)
      const amount = posting.phase === 3 ? (posting.amount ?? hold.amount) : hold.amount
      if (existing) return isSame(existing, posting, { ...hold, amount }) ? 'repeated' : 'conflict'
      return end(posting, hold)
    },
  }
}

/** Whether a ref was used for the same transfer. */
function isSame(
  existing: ModelTransfer,
  posting: Posting,
  { from, to, amount }: Pick<ModelTransfer, 'from' | 'to' | 'amount'>,
): boolean {
  const holdRefOf = (compared: Posting) => ('hold_ref' in compared ? compared.hold_ref : null)
  const kindOf = (compared: Posting) => ('kind' in compared ? compared.kind : null)
  return (
    existing.posting.phase === posting.phase &&
    [existing.from, existing.to, existing.amount].join() === [from, to, amount].join() &&
    kindOf(existing.posting) === kindOf(posting) &&
    holdRefOf(existing.posting) === holdRefOf(posting)
  )
}

/** Applies a posting to the model and gives its result. */
export function resultsOf(model: Model, postings: readonly Posting[]): PostingResult[] {
  return postings.map((posting) => model.post(posting))
}

/** The results of what was posted, without the balances. */
export const onlyResults = (posted: readonly PostingOutcome[]): PostingResult[] => posted.map(({ result }) => result)
