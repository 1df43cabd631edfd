import { DAY_MS, IST_OFFSET_MS } from '../../../src/domain/time.ts'

export type ImportTimeZone = 'Asia/Kolkata' | 'UTC'

/** Milliseconds since the epoch of a text, or null when it is not such a time. An offset in the text wins. */
export type ReadTime = (text: string) => number | null

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const tokens: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  MMM: '(?<monthName>[A-Za-z]{3})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  SSS: '(?<fraction>\\d{1,9})',
  Z: '(?<zone>Z|[+-]\\d{2}:?\\d{2})',
}

const TOKEN = /YYYY|MMM|MM|DD|HH|mm|ss|SSS|Z/g
const ISO =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

// Without a separator between them, digits must be counted.
const compile = (format: string): RegExp | null => {
  const isPacked = /YYYYMM|MMDD|DDMM/.test(format)
  let last = 0
  let source = ''
  for (const match of format.matchAll(TOKEN)) {
    source += literal(format.slice(last, match.index))
    const token = tokens[match[0]] ?? ''
    source += isPacked ? token.replace('{1,2}', '{2}') : token
    last = match.index + match[0].length
  }
  source += literal(format.slice(last))
  try {
    const pattern = new RegExp(`^${source}$`)
    return source.includes('<year>') && source.includes('<day>') ? pattern : null
  } catch {
    return null
  }
}

const zoneOffset = (zone: string): number => {
  if (zone === 'Z') return 0
  const sign = zone.startsWith('-') ? -1 : 1
  const digits = zone.replace(/\D/g, '')
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000
}

const EPOCH_SECONDS = /^\d{9,10}$/
const EPOCH_MILLISECONDS = /^\d{12,13}$/

/** Null when the format names no year and day. Reads `iso`, `epoch_s`, `epoch_ms` and formats such as `YYYYMMDD HH:mm`. */
export const createTimeReader = (format: string, timeZone: ImportTimeZone): ReadTime | null => {
  if (format === 'epoch_s') return (text) => (EPOCH_SECONDS.test(text) ? Number(text) * 1000 : null)
  if (format === 'epoch_ms') return (text) => (EPOCH_MILLISECONDS.test(text) ? Number(text) : null)
  const pattern = format === 'iso' ? ISO : compile(format)
  if (pattern === null) return null
  const assumedOffset = timeZone === 'UTC' ? 0 : IST_OFFSET_MS
  return (text) => {
    const parts = pattern.exec(text)?.groups
    if (parts === undefined) return null
    const year = Number(parts.year)
    const month = parts.monthName
      ? monthNames.indexOf(parts.monthName.toLowerCase())
      : Number(parts.month) - 1
    const day = Number(parts.day)
    const midnight = Date.UTC(year, month, day)
    const date = new Date(midnight)
    // 31/02 would otherwise quietly become 3 March.
    if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return null
    const hour = Number(parts.hour ?? 0)
    const minute = Number(parts.minute ?? 0)
    const second = Number(parts.second ?? 0)
    if (hour > 23 || minute > 59 || second > 59) return null
    const milliseconds = Math.floor(Number(`0.${parts.fraction ?? 0}`) * 1000)
    const offset = parts.zone === undefined ? assumedOffset : zoneOffset(parts.zone)
    if (Math.abs(offset) >= DAY_MS) return null
    return midnight + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds - offset
  }
}
