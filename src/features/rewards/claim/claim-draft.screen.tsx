/** What is typed at the counter for a prize, stored like a draft: it survives the end of the session and a reload. */
import { useEffect, useState } from 'react'
import { keepValues, keptValues, lastKeptRow } from '#web/form/kept-values.ts'
import type { ClaimDraft, Prize } from './claim-receiver.screen.tsx'
import { claims, payMethod } from './claim.contract.ts'

function blankOf({ lines, full_name, msisdn }: Prize): ClaimDraft {
  return {
    papers: lines.map(() => ({ numbers: '', series: null, quantity: 1 })),
    paper_date: null,
    is_whole: false,
    full_name: full_name ?? '',
    msisdn: msisdn ? `0${msisdn.slice(2)}` : '',
    id_number: '',
    note: '',
    pay_method: payMethod.cash,
    transfer_ref: '',
  }
}

/** The prize that a kept draft is for. */
interface KeptPrize {
  reward_id: number
}

/** The number of the customer's papers is not stored. */
export function useClaimDraft(prize: Prize) {
  const { reward_id } = prize
  const [id] = useState({ call: claims.create, record: String(reward_id) })
  const [before, setBefore] = useState(() => keptValues<ClaimDraft>(id)?.values ?? null)
  const [typed, setTyped] = useState(before)
  useEffect(
    () => keepValues(id, typed && { ...typed, id_number: '' }, { reward_id } satisfies KeptPrize),
    [id, typed, reward_id],
  )
  const blank = blankOf(prize)
  const change = (part: Partial<ClaimDraft>) => setTyped((now) => ({ ...blank, ...now, ...part }))
  const clear = () => {
    // At once, because the desk closes when the claim is taken.
    keepValues(id, null)
    setTyped(null)
    setBefore(null)
  }
  return { draft: { ...blank, ...typed }, change, clear, isRestored: before !== null }
}

/** The prize for which something was typed last; null where there is none. */
export const lastPrize = () => lastKeptRow<KeptPrize>(claims.create)?.reward_id ?? null
