/** Resolves a host name that an outsider gave us, and refuses addresses of our own network. */
import { lookup } from 'node:dns'
import { BlockList, type LookupFunction } from 'node:net'

const private_nets = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  private_nets.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  private_nets.addSubnet(net, prefix, 'ipv6')

export const isPublic = (address: string, family: number) =>
  !private_nets.check(address, family === 6 ? 'ipv6' : 'ipv4')

/** For a socket: it connects to the checked address, even if the name resolves to another one a moment later. */
export const publicLookup: LookupFunction = (hostname, { all }, callback) =>
  lookup(hostname, { all: true }, (error, results) => {
    if (error) return callback(error, [])
    const addresses = results.filter(({ address, family }) => isPublic(address, family))
    const [first_address] = addresses
    if (!first_address) return callback(new Error(`${hostname} has no public address`), [])
    return all ? callback(null, addresses) : callback(null, first_address.address, first_address.family)
  })
