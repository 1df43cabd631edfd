import { describe, expect, test } from 'vitest'
import { addressGroup, createClientAddress } from '../../../server/http/limits/client-address.ts'

const clientOf = (trusted: readonly string[], socket: string, forwarded?: string | string[]) =>
  createClientAddress(trusted).of({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded as string },
    socket: { remoteAddress: socket } as never,
  })

describe('who a request comes from', () => {
  const proxies = ['10.0.0.0/24', '192.0.2.1', 'fd00::/8']

  test.each<[string, readonly string[], string, string | string[] | undefined, string]>([
    ['nobody is trusted unless named', [], '10.0.0.1', '1.1.1.1', '10.0.0.1'],
    ['a stranger is not believed', proxies, '10.0.1.1', '1.1.1.1', '10.0.1.1'],
    ['a proxy of a range is', proxies, '10.0.0.9', '1.1.1.1', '1.1.1.1'],
    ['a proxy by its address is', proxies, '192.0.2.1', '1.1.1.1', '1.1.1.1'],
    ['a proxy of IPv6 is', proxies, 'fd00::7', '2001:db8::1', '2001:db8::1'],
    ['an IPv4 proxy on a socket of both families is', proxies, '::ffff:10.0.0.9', '1.1.1.1', '1.1.1.1'],
    ['an IPv4 client is written as elsewhere', proxies, '10.0.0.9', '::ffff:1.1.1.1', '1.1.1.1'],
    [
      'what a client claims before its own address is not',
      proxies,
      '10.0.0.9',
      '9.9.9.9, 1.1.1.1',
      '1.1.1.1',
    ],
    [
      'proxies behind each other are passed over',
      proxies,
      '10.0.0.9',
      '9.9.9.9, 1.1.1.1, 192.0.2.1',
      '1.1.1.1',
    ],
    ['headers that came apart are read as one', proxies, '10.0.0.9', ['9.9.9.9', '1.1.1.1'], '1.1.1.1'],
    ['nonsense is nobody', proxies, '10.0.0.9', '1.1.1.1, unknown', '10.0.0.9'],
    ['a proxy that names nobody is itself', proxies, '10.0.0.9', undefined, '10.0.0.9'],
  ])('%s', (_, trusted, socket, forwarded, client) => {
    expect(clientOf(trusted, socket, forwarded)).toEqual(client)
  })
})

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toEqual(group)
})
