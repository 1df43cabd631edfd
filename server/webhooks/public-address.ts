import { BlockList, isIP } from 'node:net'

/** IPv4 that no public host has: private, shared, local, test and multicast networks (RFC 6890). */
const v4Networks: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** IPv6 that can lead to IPv4 networks, or that documents use. */
const v6Networks: readonly (readonly [string, number])[] = [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
]

const listOf = (networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family)
  return list
}

const notPublic4 = listOf(v4Networks, 'ipv4')
const notPublic6 = listOf(v6Networks, 'ipv6')
const global6 = listOf([['2000::', 3]], 'ipv6')

/** True for an address that any host of the internet can have. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !notPublic4.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}
