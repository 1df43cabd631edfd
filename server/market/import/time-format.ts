import { DAY_MS, IST_OFFSET_MS } from '../../../src/domain/time.ts'

export type ImportTimeZone = 'Asia/Kolkata' | 'UTC'

/** Epoch milliseconds, or null when the text does not fit. An offset in the text wins. */
export type ReadTime = (text: string) => number | null

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const monthOf = (name: string): number =>
  monthNames.findIndex((month) => month.startsWith(name.toLowerCase().replace(/^sept$/, 'sep')))

const tokens: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MMM: '(?<monthName>[A-Za-z]{3,9})',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  sssss: '(?<daySecond>\\d{1,5})',
  ss: '(?<second>\\d{2})',
  SSS: '(?<fraction>\\d{1,9})',
  A: '(?<half>[AaPp][Mm])',
  Z: '(?<zone>Z|[+-]\\d{2}:?\\d{2})',
}

const TOKEN = /YYYY|YY|MMM|MM|DD|HH|mm|sssss|ss|SSS|A|Z/g
const ISO =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

// Without separators, the digits of a date must be counted.
const compile = (format: string): RegExp | null => {
  const isPacked = /YYMM|MMDD|DDMM/.test(format)
  let last = 0
  let source = ''
  for (const match of format.matchAll(TOKEN)) {
    source += literal(format.slice(last, match.index))
    const token = tokens[match[0]] ?? ''
    source += isPacked && /^(MM|DD)$/.test(match[0]) ? token.replace('{1,2}', '{2}') : token
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

type Parts = Readonly<Record<string, string | undefined>>

/** Two digits mean 1970 to 2069. */
const yearOf = (text = ''): number => {
  const year = Number(text)
  if (text.length > 2) return year
  return year < 70 ? 2000 + year : 1900 + year
}

/** 12 AM is midnight. Null for an hour that the clock does not have. */
const hourOf = ({ hour = '0', half }: Parts): number | null => {
  const shown = Number(hour)
  if (half === undefined) return shown > 23 ? null : shown
  if (shown < 1 || shown > 12) return null
  return (shown % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

const daySecondOf = (parts: Parts): number | null => {
  if (parts.daySecond !== undefined) {
    const second = Number(parts.daySecond)
    return second * 1000 < DAY_MS ? second : null
  }
  const hour = hourOf(parts)
  const minute = Number(parts.minute ?? 0)
  const second = Number(parts.second ?? 0)
  return hour === null || minute > 59 || second > 59 ? null : (hour * 60 + minute) * 60 + second
}

const EPOCH_SECONDS = /^\d{9,10}(\.\d+)?$/
const EPOCH_MILLISECONDS = /^\d{12,13}$/

/** Null for a format without year and day. `sssss` is seconds after midnight, `|` joins alternatives. */
export const createTimeReader = (format: string, timeZone: ImportTimeZone): ReadTime | null => {
  if (format.includes('|')) {
    const readers = format.split('|').map((one) => createTimeReader(one.trim(), timeZone))
    if (readers.includes(null)) return null
    return (text) => {
      for (const read of readers) {
        const at = read?.(text) ?? null
        if (at !== null) return at
      }
      return null
    }
  }
  if (format === 'epoch_s')
    return (text) => (EPOCH_SECONDS.test(text) ? Math.round(Number(text) * 1000) : null)
  if (format === 'epoch_ms') return (text) => (EPOCH_MILLISECONDS.test(text) ? Number(text) : null)
  const pattern = format === 'iso' ? ISO : compile(format)
  if (pattern === null) return null
  const assumedOffset = timeZone === 'UTC' ? 0 : IST_OFFSET_MS
  return (text) => {
    const parts: Parts | undefined = pattern.exec(text)?.groups
    if (parts === undefined) return null
    const year = yearOf(parts.year)
    const month = parts.monthName ? monthOf(parts.monthName) : Number(parts.month) - 1
    const day = Number(parts.day)
    const midnight = Date.UTC(year, month, day)
    const date = new Date(midnight)
    // 31/02 would otherwise become 3 March.
    if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return null
    const second = daySecondOf(parts)
    if (second === null) return null
    const milliseconds = Math.floor(Number(`0.${parts.fraction ?? 0}`) * 1000)
    const offset = parts.zone === undefined ? assumedOffset : zoneOffset(parts.zone)
    if (Math.abs(offset) >= DAY_MS) return null
    return midnight + second * 1000 + milliseconds - offset
  }
}
