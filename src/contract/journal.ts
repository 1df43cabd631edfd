import * as z from 'zod/mini'
import { dashboardBooks } from '../domain/analysis/dashboard-address.ts'
import {
  NOTE_LENGTH_MAX,
  RATING_MAX,
  TAG_LENGTH_MAX,
  TAGS_MAX,
} from '../domain/analysis/journal/trip-note.ts'
import { listNamePattern, listNameWords } from '../domain/list-name.ts'
import { endpoint } from './endpoint.ts'
import { IstDay } from './ist-day.ts'
import { isPlain } from './plain-text.ts'

const MB = 1024 * 1024
/** Trips that one change is about: those that are selected. */
export const NOTES_CHANGED_MAX = 200

export const getJournal = endpoint({
  name: 'journal',
  method: 'GET',
  path: '/journal',
  answerBytesMax: 8 * MB,
  query: z.strictObject({ book: z.enum(dashboardBooks), from: IstDay, to: IstDay }),
  reply: z.strictObject({
    /** Round trips that held something within the days, oldest entry first. */
    trips: z.array(
      z.strictObject({
        id: z.number(),
        sym: z.string(),
        is_long: z.boolean(),
        /** `algo_uuid` of the strategy; empty by hand. */
        by: z.string(),
        opened_at: z.number(),
        /** Null while some of it is held. */
        closed_at: z.nullable(z.number()),
        quantity: z.number(),
        /** Rupees before charges; what is held counts at the last price. */
        pnl: z.number(),
        charges: z.number(),
        fills: z.array(
          z.strictObject({
            at: z.number(),
            side: z.enum(['buy', 'sell']),
            quantity: z.number(),
            price: z.number(),
          }),
        ),
      }),
    ),
    as_of: z.number(),
  }),
  failure: 'Error loading the journal',
  summary: 'Round trips with their fills.',
})

const Tag = z
  .string()
  .check(z.minLength(1), z.maxLength(TAG_LENGTH_MAX), z.regex(listNamePattern, listNameWords), z.lowercase())
const Tags = z.array(Tag).check(z.maxLength(TAGS_MAX))

export const TripNote = z.strictObject({
  /** Id of the round trip. */
  trip: z.int().check(z.positive()),
  tags: Tags,
  mistakes: Tags,
  /** 1 to 5; 0 is not rated. */
  rating: z.int().check(z.minimum(0), z.maximum(RATING_MAX)),
  text: z.string().check(z.maxLength(NOTE_LENGTH_MAX), isPlain),
})

export const getTripNotes = endpoint({
  name: 'tripNotes',
  method: 'GET',
  path: '/trip-notes',
  answerBytesMax: 8 * MB,
  reply: z.array(TripNote),
  failure: 'Error loading the notes of the journal',
  summary: 'What the user says of round trips: tags, mistakes, rating and note.',
})

export const saveTripNotes = endpoint({
  name: 'saveTripNotes',
  method: 'POST',
  path: '/trip-notes',
  body: z.strictObject({
    notes: z.array(TripNote).check(z.minLength(1), z.maxLength(NOTES_CHANGED_MAX)),
  }),
  failure: 'Error saving the note',
  summary: 'Replaces the notes of round trips; one that says nothing is removed.',
})
