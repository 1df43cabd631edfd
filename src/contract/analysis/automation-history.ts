import * as z from 'zod/mini'
import { dashboardBooks } from '../../domain/analysis/dashboard-address.ts'
import {
  deploymentStatuses,
  deploymentTypes,
  proposalIntents,
  proposalStatuses,
} from '../../domain/deployments/deployment.ts'
import { sides } from '../../domain/orders/order.ts'
import { alertStatuses } from '../../domain/scanners/alert.ts'
import { endpoint } from '../endpoint.ts'
import { IstDay } from '../ist-day.ts'
import { Product } from '../orders/order-fields.ts'
import { SegSym } from '../strategies.ts'

const MB = 1024 * 1024

export const AUTOMATION_ROWS_MAX = 500

export const getAutomationHistory = endpoint({
  name: 'automationHistory',
  method: 'GET',
  path: '/automation-history',
  answerBytesMax: MB,
  query: z.strictObject({ book: z.enum(dashboardBooks), from: IstDay, to: IstDay }),
  reply: z.strictObject({
    deployments: z.array(
      z.strictObject({
        deployment_uuid: z.string(),
        algo_name: z.string(),
        version: z.number(),
        type: z.enum(deploymentTypes),
        status: z.enum(deploymentStatuses),
        started_at: z.number(),
        stopped_at: z.nullable(z.number()),
        /** Legs of options count one by one. */
        entries: z.number(),
        exits: z.number(),
        /** Rupees after charges, of the trades that ended. */
        pnl: z.number(),
        charges: z.number(),
        /** Entries that were dropped because they came too late. */
        late: z.number(),
        refused_by_limit: z.number(),
        refused_by_broker: z.number(),
        /** False if only the newest lines of its log were read. */
        is_whole: z.boolean(),
      }),
    ),
    /** In the broker book, where their orders trade. */
    alerts: z.array(
      z.strictObject({
        alert_uuid: z.string(),
        alert_name: z.string(),
        status: z.enum(alertStatuses),
        started_at: z.number(),
        stopped_at: z.nullable(z.number()),
        raised: z.number(),
        symbols: z.number(),
        proposed: z.number(),
        sent: z.number(),
      }),
    ),
    /** False if there were more deployments or alerts. */
    is_whole: z.boolean(),
    as_of: z.number(),
  }),
  failure: 'Error loading what deployments and alerts did',
  summary: `What each deployment and each alert of a period did, ${AUTOMATION_ROWS_MAX} of each at most, the newest first.`,
})

export const ENDED_PROPOSALS_MAX = 500

export const getEndedProposals = endpoint({
  name: 'endedProposals',
  method: 'GET',
  path: '/ended-proposals',
  answerBytesMax: MB,
  query: z.strictObject({ from: IstDay, to: IstDay }),
  reply: z.strictObject({
    proposals: z.array(
      z.strictObject({
        proposal_uuid: z.string(),
        /** A deployment, or an alert with an order; the other one is null. */
        deployment_uuid: z.nullable(z.string()),
        alert_uuid: z.nullable(z.string()),
        algo_name: z.string(),
        seg_sym: SegSym,
        intent: z.enum(proposalIntents),
        product: Product,
        legs: z.array(
          z.strictObject({
            contract: SegSym,
            side: z.enum(sides),
            quantity: z.number(),
            /** Rupees a unit, when it was proposed. */
            price: z.number(),
            /** At the end of that day, or now; null where none is known. */
            close: z.nullable(z.number()),
          }),
        ),
        status: z.enum(proposalStatuses),
        outcome: z.string(),
        bar: z.nullable(z.number()),
        made_at: z.number(),
        ended_at: z.number(),
      }),
    ),
    /** False if there were more. */
    is_whole: z.boolean(),
    as_of: z.number(),
  }),
  failure: 'Error loading proposals not acted on',
  summary: `Proposals that ended in a period, ${ENDED_PROPOSALS_MAX} at most, the newest first, with the price at the end of their day.`,
})
