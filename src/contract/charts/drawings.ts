import * as z from 'zod/mini'
import {
  DRAWINGS_MAX,
  drawingColours,
  drawingWidths,
  POINTS_MAX,
  RISK_MAX,
  TEXT_MAX,
} from '../../domain/charts/drawings/drawing.ts'
import { drawingTools } from '../../domain/charts/drawings/tools.ts'
import { endpoint } from '../endpoint.ts'
import { InstrumentKey } from '../instruments/instrument-key.ts'
import { isPlain } from '../plain-text.ts'
import { StrategyUuid as Uuid } from '../strategies.ts'

const MB = 1024 * 1024

/** Epoch ms and rupees. */
const Point = z.strictObject({ at: z.number(), price: z.number() })

export const Drawing = z.strictObject({
  /** Chosen by the caller, so that saving again after a lost answer draws nothing twice. */
  id: Uuid,
  tool: z.enum(drawingTools),
  /** As many as the tool has: two of a trend line; of a position its entry, stop and target. */
  points: z.array(Point).check(z.minLength(1), z.maxLength(POINTS_MAX)),
  colour: z.enum(drawingColours),
  /** Pixels. */
  width: z.literal(drawingWidths),
  text: z.string().check(z.maxLength(TEXT_MAX), isPlain),
  is_extended: z.boolean(),
  is_locked: z.boolean(),
  is_hidden: z.boolean(),
  /** Rupees that a long or short position may lose at its stop. */
  risk: z.number().check(z.positive(), z.maximum(RISK_MAX)),
})

export const getDrawings = endpoint({
  name: 'getDrawings',
  method: 'GET',
  path: '/drawings',
  answerBytesMax: 2 * MB,
  query: z.strictObject({ sym: InstrumentKey }),
  reply: z.array(Drawing),
  failure: 'Error fetching drawings',
  summary: "The user's drawings on the chart of an instrument, the lowest first.",
})

export const changeDrawings = endpoint({
  name: 'changeDrawings',
  method: 'POST',
  path: '/drawings',
  bodyLimits: { bytes: 2 * MB, keys: 150_000, items: 150_000 },
  body: z.strictObject({
    sym: InstrumentKey,
    /** Added on top of the others, or put where the one of this id is. */
    saved: z.array(Drawing).check(z.maxLength(DRAWINGS_MAX)),
    /** Ids; one that is gone already is no error. */
    removed: z.array(Uuid).check(z.maxLength(DRAWINGS_MAX)),
  }),
  failure: 'Error saving drawings',
  summary: 'Saves and removes drawings on the chart of an instrument, all or none.',
})
