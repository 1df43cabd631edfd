import * as z from 'zod/mini'
import { parseIstDate } from '../domain/time.ts'

export const IstDay = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'expected a day such as 2026-11-20'),
  z.refine((text) => parseIstDate(text) !== null, 'expected a day of the calendar'),
)
