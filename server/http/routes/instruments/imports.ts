import type { FastifyInstance } from 'fastify'
import { getHolidays, importHolidays, previewHolidays } from '../../../../src/contract/calendar.ts'
import {
  cancelImport,
  commitImport,
  createImport,
  getImport,
  proposeImport,
  sendImportFile,
} from '../../../../src/contract/instruments/imports.ts'
import { adjustStoredSeries } from '../../../../src/contract/instruments/instruments.ts'
import type { Market } from '../../../market/market.ts'
import type { Holidays } from '../../../services/calendar/holidays.ts'
import { serve } from '../../serve.ts'

export const importRoutes = (
  app: FastifyInstance,
  { imports, holidays }: Pick<Market, 'imports'> & { readonly holidays: Holidays },
): void => {
  serve(app, createImport, ({ user }) => imports.create(user))
  serve(app, sendImportFile, ({ user, query, request }) =>
    imports.receive(user, query.importId, query.name, request.raw),
  )
  serve(app, proposeImport, ({ user, query, body }) =>
    imports.propose(user, query.importId, body.key ?? null, body.options ?? null),
  )
  serve(app, commitImport, ({ user, query, body, request }) =>
    imports.commit(user, query.importId, body, request.id),
  )
  serve(app, getImport, ({ user, query }) => imports.status(user, query.importId))
  serve(app, cancelImport, ({ user, query }) => imports.cancel(user, query.importId))
  serve(app, adjustStoredSeries, ({ user, body, request }) => imports.adjust(user, body, request.id))
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
