import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** IPv4 mapped into IPv6, such as `::ffff:1.2.3.4`, becomes plain IPv4. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)

const listOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** Reads `X-Forwarded-For` of trusted proxies only, from its end to the last untrusted address. */
export const createClientAddress = (trustedProxies: readonly string[]) => {
  const list = listOf(trustedProxies)
  const isProxy = (address: string): boolean => {
    const known = plain(address)
    return trustedProxies.length > 0 && isIP(known) !== 0 && list.check(known, familyOf(known))
  }
  return {
    isProxy,
    of({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
      const given = headers['x-forwarded-for'] ?? ''
      const hops = (Array.isArray(given) ? given.join(',') : given).split(',').map((text) => text.trim())
      let address = plain(socket.remoteAddress ?? '')
      for (let hop = hops.pop(); hop !== undefined && isProxy(address) && isIP(hop) !== 0; hop = hops.pop())
        address = plain(hop)
      return address
    },
  }
}

export type ClientAddress = ReturnType<typeof createClientAddress>

/** A provider's customer holds a whole IPv6 /64, so that counts as one address. */
export const addressGroup = (address: string): string => {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter((part) => part !== '')
  const after = (tail ?? '').split(':').filter((part) => part !== '')
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
