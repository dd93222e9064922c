/** Reads a pasted list: one account per line, phone number and name in any order, separated by tab, comma, semicolon or spaces. */
import * as z from 'zod/mini'
import { AccountToCheck } from './account-check.contract.ts'

type Account = z.output<typeof AccountToCheck>

export interface PastedAccounts {
  accounts: Account[]
  /** The errors of unreadable lines; lines count from 1. */
  faults: { line: number; error: string }[]
}

const number_in_line = /(?:\+?84|0)(?:[\s.-]?\d){9}(?!\d)/

export function pastedAccounts(text: string): PastedAccounts {
  const accounts = new Map<string, Account>()
  const faults: PastedAccounts['faults'] = []
  for (const [index, raw_line] of text.split(/\r?\n/).entries()) {
    if (raw_line.trim() === '') continue
    const line = index + 1
    const match = number_in_line.exec(raw_line)
    if (!match) {
      faults.push({ line, error: 'không có số điện thoại' })
      continue
    }
    const name = `${raw_line.slice(0, match.index)} ${raw_line.slice(match.index + match[0].length)}`
    const cust_name = name
      .replaceAll(/[\t,;|]+/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const read = z.safeParse(AccountToCheck, { msisdn: match[0], cust_name })
    if (!read.success)
      faults.push({ line, error: cust_name === '' ? 'thiếu tên' : 'số điện thoại hoặc tên không đúng' })
    else if (!accounts.has(read.data.msisdn)) accounts.set(read.data.msisdn, read.data)
    else if (accounts.get(read.data.msisdn)!.cust_name !== cust_name)
      faults.push({ line, error: 'số này đã có ở trên với tên khác' })
  }
  return { accounts: [...accounts.values()], faults }
}
