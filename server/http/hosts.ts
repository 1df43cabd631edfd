import { networkInterfaces } from 'node:os'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const ANY_ADDRESS = new Set(['0.0.0.0', '::'])

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address)

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => bracketed(address))

const hostNameOf = (header: string | undefined): string | null =>
  /^(\[[0-9a-f:.]+\]|[^:/@?#\s]+)(:\d{1,5})?$/i.exec(header ?? '')?.[1]?.toLowerCase() ?? null

export const isLoopbackHost = (header: string | undefined): boolean => LOOPBACK.has(hostNameOf(header) ?? '')

/** Against DNS rebinding: a page whose own name resolves to this machine sends that name. */
export const createHostCheck = (config: {
  readonly host: string
  readonly allowedHosts: readonly string[]
}) => {
  const configured = ANY_ADDRESS.has(config.host) ? ownAddresses() : [bracketed(config.host)]
  const names = new Set(
    [...LOOPBACK, ...configured, ...config.allowedHosts].map((name) => name.toLowerCase()),
  )
  return (header: string | undefined): boolean => {
    const name = hostNameOf(header)
    return name !== null && names.has(name)
  }
}
