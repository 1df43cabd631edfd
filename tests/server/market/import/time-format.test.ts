import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTimeReader, type ImportTimeZone } from '../../../../server/market/import/time-format.ts'
import { toIstClock, toIstDate } from '../../../../src/domain/time.ts'

const read = (format: string, text: string, zone: ImportTimeZone = 'Asia/Kolkata'): string | null => {
  const at = createTimeReader(format, zone)?.(text) ?? null
  return at === null ? null : `${toIstDate(at)} ${toIstClock(at)}`
}

describe('times of imported rows', () => {
  test.each([
    ['YYYYMMDD HH:mm', '20220103 09:16', '2022-01-03 09:16'],
    ['DD-MM-YYYY', '03-01-2000', '2000-01-03 00:00'],
    ['MM-DD-YYYY', '03-01-2000', '2000-03-01 00:00'],
    ['DD/MM/YYYY HH:mm:ss', '3/1/2000 9:15:00', '2000-01-03 09:15'],
    ['DD-MMM-YYYY', '24-Oct-2022', '2022-10-24 00:00'],
    ['iso', '2024-01-01 09:15:00', '2024-01-01 09:15'],
    ['iso', '2024-01-01T09:15', '2024-01-01 09:15'],
    ['iso', '2024-01-01', '2024-01-01 00:00'],
    ['iso', '2024-01-01 09:15:00+05:30', '2024-01-01 09:15'],
    ['iso', '2024-01-01T03:45:00.000Z', '2024-01-01 09:15'],
    ['iso', '2024-01-01T03:45:00+0000', '2024-01-01 09:15'],
    ['epoch_s', '1704080700', '2024-01-01 09:15'],
    ['epoch_ms', '1704080700000', '2024-01-01 09:15'],
    ['iso', '2024-02-29', '2024-02-29 00:00'],
    ['DDMMYY sssss', '010424 33300', '2024-04-01 09:15'],
    ['YYMMDD', '991231', '1999-12-31 00:00'],
    ['DD/MM/YYYY HHmm', '1/4/2024 915', '2024-04-01 09:15'],
    ['YYYYMMDD HHmmss', '20240401 153000', '2024-04-01 15:30'],
    ['MM/DD/YYYY HH:mm:ss A', '4/1/2024 3:29:00 PM', '2024-04-01 15:29'],
    ['MM/DD/YYYY HH:mm A', '4/1/2024 12:05 am', '2024-04-01 00:05'],
    ['MMM DD, YYYY', 'September 8, 2025', '2025-09-08 00:00'],
    ['DD-MMM-YYYY', '8-Sept-2025', '2025-09-08 00:00'],
    ['MM-DD-YYYY|DD-MM-YYYY', '01-12-2000', '2000-01-12 00:00'],
    ['MM-DD-YYYY|DD-MM-YYYY', '13-01-2000', '2000-01-13 00:00'],
    ['epoch_s', '1704080700.0', '2024-01-01 09:15'],
  ])('%s reads %s as %s', (format, text, expected) => {
    expect(read(format, text)).toBe(expected)
  })

  test.each([
    ['iso', '2023-02-29'],
    ['DD/MM/YYYY', '31/02/2024'],
    ['DD-MM-YYYY', '13-13-2024'],
    ['YYYYMMDD HH:mm', '20220103 24:00'],
    ['YYYYMMDD HH:mm', '20220103 09:60'],
    ['YYYYMMDD', '2022013'],
    ['iso', '2024-1-1'],
    ['iso', ''],
    ['epoch_s', '1704080700000'],
    ['epoch_ms', '1704080700000000000'],
    ['DD-MMM-YYYY', '24-Okt-2022'],
    ['DDMMYY sssss', '010424 86400'],
    ['MM/DD/YYYY HH:mm A', '4/1/2024 13:05 PM'],
    ['MM-DD-YYYY|DD-MM-YYYY', '13-13-2000'],
  ])('%s refuses %s', (format, text) => {
    expect(read(format, text)).toBeNull()
  })

  test('a zone in the text wins over the chosen one; a text without follows it', () => {
    expect([
      read('iso', '2024-01-01T09:15:00+05:30', 'UTC'),
      read('iso', '2024-01-01T03:45:00', 'UTC'),
      read('iso', '2023-01-01 18:30:00', 'UTC'),
    ]).toEqual(['2024-01-01 09:15', '2024-01-01 09:15', '2023-01-02 00:00'])
  })

  test('a format that names no day is none', () => {
    expect(createTimeReader('HH:mm', 'UTC')).toBeNull()
    expect(createTimeReader('MM YYYY', 'UTC')).toBeNull()
    expect(createTimeReader('', 'UTC')).toBeNull()
    expect(createTimeReader('YYYY DD YYYY', 'UTC')).toBeNull()
  })

  test('any text is read or refused, never a fault', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (format, text) => {
        const at = createTimeReader(format, 'Asia/Kolkata')?.(text) ?? null
        expect(at === null || Number.isFinite(at)).toBe(true)
      }),
    )
  })
})
