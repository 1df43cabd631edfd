import type { IncomingHttpHeaders } from 'node:http'

export const isOurs = (url: string, host: string | undefined): boolean => {
  try {
    return host !== undefined && new URL(url).host === host.toLowerCase()
  } catch {
    return false
  }
}

/** Null for our own page. Fetch metadata decides; older browsers and scripts must name our origin. */
export const findForeignOrigin = (headers: IncomingHttpHeaders): string | null => {
  if (headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch') return 'it is a prefetch'
  if (headers['sec-fetch-mode'] === 'navigate') return 'it is a navigation'
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' ? null : 'it comes from another site'
  const named = headers.origin ?? headers.referer
  if (named === undefined) return 'neither Sec-Fetch-Site, Origin nor Referer names this server'
  return isOurs(named, headers.host) ? null : 'it comes from another origin'
}
