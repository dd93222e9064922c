/** A small ledger that knows nothing of the database: what tests compare the real one with. */
import type { Posted, Posting, PostingResult } from './ledger.ts'

interface Kept {
  posting: Posting
  from: number
  to: number
  amount: number
}

export interface Model {
  post(posting: Posting): PostingResult
  balanceOf(account: number): { balance: number; held: number }
}

export function openModel(may_owe: ReadonlySet<number>): Model {
  const balances = new Map<number, { balance: number; held: number }>()
  const kept = new Map<string, Kept>()
  const ended = new Set<string>()
  const of = (account: number) => {
    if (!balances.has(account)) balances.set(account, { balance: 0, held: 0 })
    return balances.get(account)!
  }

  function begin(posting: Extract<Posting, { from: number }>): PostingResult {
    const { from, to, amount } = posting
    const payer = of(from)
    if (!may_owe.has(from) && payer.balance - payer.held < amount) return 'debt_not_enough'
    if (posting.phase === 1) {
      payer.balance -= amount
      of(to).balance += amount
    } else payer.held += amount
    kept.set(posting.ref, { posting, from, to, amount })
    return 'done'
  }

  function end(posting: Extract<Posting, { hold_ref: string }>, held: Kept): PostingResult {
    const amount = posting.phase === 3 ? (posting.amount ?? held.amount) : held.amount
    if (ended.has(posting.hold_ref)) return 'hold_ended'
    if (amount > held.amount) return 'amount_wrong'
    of(held.from).held -= held.amount
    if (posting.phase === 3) {
      of(held.from).balance -= amount
      of(held.to).balance += amount
    }
    ended.add(posting.hold_ref)
    kept.set(posting.ref, { posting, from: held.from, to: held.to, amount })
    return 'done'
  }

  return {
    balanceOf: (account) => ({ ...of(account) }),
    post(posting) {
      if (!('hold_ref' in posting)) {
        const known = kept.get(posting.ref)
        if (known) return isSame(known, posting, posting) ? 'repeated' : 'conflict'
        return begin(posting)
      }
      const held = kept.get(posting.hold_ref)
      if (held?.posting.phase !== 2) return 'hold_not_found'
      const known = kept.get(posting.ref)
      const amount = posting.phase === 3 ? (posting.amount ?? held.amount) : held.amount
      if (known) return isSame(known, posting, { ...held, amount }) ? 'repeated' : 'conflict'
      return end(posting, held)
    },
  }
}

/** Whether a ref was used for the very same wish. */
function isSame(known: Kept, posting: Posting, { from, to, amount }: Pick<Kept, 'from' | 'to' | 'amount'>): boolean {
  const hold = (one: Posting) => ('hold_ref' in one ? one.hold_ref : null)
  const kindOf = (one: Posting) => ('kind' in one ? one.kind : null)
  return (
    known.posting.phase === posting.phase &&
    [known.from, known.to, known.amount].join() === [from, to, amount].join() &&
    kindOf(known.posting) === kindOf(posting) &&
    hold(known.posting) === hold(posting)
  )
}

/** Whether the real ledger's answers are the model's. */
export function resultsOf(model: Model, postings: readonly Posting[]): PostingResult[] {
  return postings.map((posting) => model.post(posting))
}

export const onlyResults = (posted: readonly Posted[]): PostingResult[] => posted.map(({ result }) => result)
