import { isIPv6 } from 'node:net'

/**
 * What counts as one place when tries are counted: an IPv4 address, or the /64 of an IPv6 one, because whoever has one of its
 * addresses has them all.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.replace(/%.*/, '').split('::')
  const groups = before.split(':').filter(Boolean)
  const rest = (after ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  const network = [...groups, ...zeros, ...rest].slice(0, 4)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
