import type { FastifyInstance } from 'fastify'
import { getHolidays, importHolidays, previewHolidays } from '../../src/contract/holidays.ts'
import type { Holidays } from '../services/holidays.ts'
import { serve } from './serve.ts'

export const holidayRoutes = (app: FastifyInstance, holidays: Holidays): void => {
  serve(app, getHolidays, () => holidays.list())
  serve(app, previewHolidays, ({ body }) => holidays.preview(body))
  serve(app, importHolidays, ({ user, body, request }) => {
    const { onBadRows, ...source } = body
    return holidays.change(
      { ...source, isSkipping: onBadRows === 'skip' },
      { actor: user.id, request: request.id },
    )
  })
}
