/** Reads the statement of an account of the business (MBBank) over the bank API. */
import * as z from 'zod/mini'
import { bankApi, readAnswered } from './bank-api.ts'
import { everyPage, max_page_bytes } from './day-list.ts'
import type { StatementReader } from './gateway.ts'
import { type ClientPolicy, openCaller } from './http.ts'
import type { BankSettings } from './settings.ts'

const Page = z.object({
  lines: z.array(
    z.object({
      reference: z.string(),
      at: z.iso.datetime({ offset: true }),
      amount: z.int(),
      content: z.string(),
      counterAccount: z.nullable(z.string()),
      counterName: z.nullable(z.string()),
    }),
  ),
  next: z.nullable(z.string()),
  /** After the last line of all. */
  balance: z.int(),
})

export function statementReader(settings: BankSettings, policy?: Partial<ClientPolicy>): StatementReader {
  const call = bankApi(openCaller('statement', policy), settings)
  return {
    async linesAfter(account, reference) {
      const pages = await everyPage(reference, (after) => {
        const path = `/bank/v1/statement?${new URLSearchParams({ account, after: after ?? '' })}`
        return call({ operation: 'statement', method: 'GET', path, max_bytes: max_page_bytes }, (json, status) =>
          readAnswered(Page, json, status),
        )
      })
      const lines = pages.flatMap((page) =>
        page.lines.map(({ counterAccount, counterName, ...line }) => ({
          ...line,
          counter_account: counterAccount,
          counter_name: counterName,
        })),
      )
      return { lines, balance: pages.at(-1)!.balance }
    },
  }
}
