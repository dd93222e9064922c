/** '0123456789' → '0123 4567 89'. */
export function groupsOfFour(account_number: string): string {
  return account_number.replaceAll(/.{4}(?=.)/g, '$& ')
}
