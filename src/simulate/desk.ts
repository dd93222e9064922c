/** API client of a staff member: signs in and makes the calls of their screens. */
import { randomUUID } from 'node:crypto'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { known_errors } from '#contract/known-errors.ts'
import { toBody } from '#contract/wire.ts'
import { secondFactor } from '#features/access/second-factor/second-factor.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'

/** Makes one call; null when it was refused, after `refuse` has been called. */
export type Desk = <C extends Call>(call: C, input: InputOf<C>) => Promise<AnswerOf<C> | null>

/** @param what title of the call */
export type RefusalHandler = (action: string, answer: { code: number; message: string }) => void

const channel = 'CMS'

/** Signs in with the password, and proves it again where a call requires that; throws when the sign-in is refused. */
export async function openDesk(url: string, username: string, password: string, refuse: RefusalHandler): Promise<Desk> {
  let token: string | null = null
  const make = async <C extends Call>(call: C, input: InputOf<C>, proved = false): Promise<AnswerOf<C> | null> => {
    const fields = { ...toBody(call, input), channel, transid: randomUUID() }
    const in_query = call.method === 'GET'
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const response = await fetch(`${url}${call.path}${in_query ? `?${query}` : ''}`, {
      method: call.method,
      body: in_query ? null : JSON.stringify(fields),
      headers: {
        ...(!in_query && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
    })
    const { error, data } = (await response.json()) as { error: { code: number; message: string }; data: unknown }
    if (error.code === 0) return data as AnswerOf<C>
    const is_stale = error.code === known_errors.proof_required[0] && !proved
    if (is_stale) {
      await desk(secondFactor.prove, { password })
      return make(call, input, true)
    }
    refuse(call.title, error)
    return null
  }
  const desk: Desk = (call, input) => make(call, input)
  const answer = await desk(signIn.login, { username, password, client: 'api' })
  if (!answer) throw new Error(`${username} cannot sign in`)
  token = answer.token
  return desk
}
