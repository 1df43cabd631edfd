import type { FastifyInstance } from 'fastify'
import { getAutomationHistory, getEndedProposals } from '../../../src/contract/analysis/automation-history.ts'
import { getMarginByDay } from '../../../src/contract/analysis/margin-by-day.ts'
import { getAccountHistory } from '../../../src/contract/analysis.ts'
import { getDayRecord } from '../../../src/contract/day-record.ts'
import { getJournal, getTripNotes, saveTripNotes } from '../../../src/contract/journal.ts'
import { getTaxReport } from '../../../src/contract/tax.ts'
import type { Reading } from '../../reading/reading.ts'
import type { TripNotes } from '../../services/analysis/trip-notes.ts'
import { serve } from '../serve.ts'
import { printedBy, serveReading } from '../serve-reading.ts'

export const analysisRoutes = (app: FastifyInstance, notes: TripNotes, reading: Reading): void => {
  serve(app, getAccountHistory, ({ user, query, reply }) =>
    printedBy(reading, getAccountHistory, { user, query, body: {} }, reply),
  )
  serveReading(app, getAutomationHistory, reading)
  serveReading(app, getEndedProposals, reading)
  serveReading(app, getMarginByDay, reading)
  serve(app, getJournal, ({ user, query, reply }) =>
    printedBy(reading, getJournal, { user, query, body: {} }, reply),
  )
  serve(app, getDayRecord, ({ user, query, reply }) =>
    printedBy(reading, getDayRecord, { user, query, body: {} }, reply),
  )
  serve(app, getTaxReport, ({ user, query, reply }) =>
    printedBy(reading, getTaxReport, { user, query, body: {} }, reply),
  )
  serve(app, getTripNotes, ({ user }) => notes.list(user))
  serve(app, saveTripNotes, ({ user, body }) => notes.save(user, body))
}
