import { isIPv6 } from 'node:net'

/**
 * The network that counts as one source when attempts are counted: an IPv4 address, or the /64 of an IPv6 address, because whoever has one of its
 * addresses has all of them.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIPv6(plain) ? prefixOf(plain, 4) : plain
}

/** The /48 around a network, which one provider gives to one customer; null for IPv4 and for what is no address. */
export function siteOf(network: string): string | null {
  const plain = network.replace(/\/64$/, '')
  return isIPv6(plain) ? prefixOf(plain, 3) : null
}

function prefixOf(address: string, length: number): string {
  const [head = '', tail] = address.replace(/%.*/, '').split('::')
  const groups = head.split(':').filter(Boolean)
  const tail_groups = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - groups.length - tail_groups.length)).fill('0')
  const prefix = [...groups, ...zeros, ...tail_groups].slice(0, length)
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${length * 16}`
}
