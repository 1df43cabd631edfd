import { useMemo } from 'react'
import type { Environment } from '../../../../commands/environment.ts'
import { type CommandCall, findCommand } from '../../../../commands/registry.ts'
import { formatRupees } from '../../../../domain/format.ts'
import type { LineMoveContext } from '../../../../machines/orders/line-move.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import type { LineTerms } from './line-terms.ts'
import type { LineMovement } from './price-line.ts'

const costOf = ({ moved, preview }: LineMoveContext): string => {
  if (moved?.draft == null) return ''
  if (preview === null) return 'margin –, charges –'
  return `margin ${formatRupees(preview.margin.required, 0)}, charges ${formatRupees(preview.charges)}`
}

/** Other refusals count the order twice: its margin, for one, is blocked already. */
const refusedForPrice: ReadonlySet<string> = new Set([
  'TICK_SIZE',
  'CIRCUIT_LIMIT',
  'TRIGGER_PRICE',
  'PRICE_BAND',
])

const problemOf = ({ message, preview }: LineMoveContext): string | null => {
  const refusal = preview?.orders[0]?.refusal ?? null
  return message ?? (refusal !== null && refusedForPrice.has(refusal.code) ? refusal.message : null)
}

const findProblem = ({ command, args }: CommandCall, environment: Environment): string | null => {
  const found = findCommand(command)
  if (found === null) return 'Not loaded yet. Try again'
  const problem = found.check?.(args, environment) ?? null
  return problem === null ? null : (problem.message ?? problem.expected)
}

export function useLineMovement(termsOf: (id: string) => LineTerms | null): LineMovement {
  const { run, dispatch, environment } = useConsole()
  const context = useSnapshot('lineMove', (snapshot) => snapshot.context)
  const isSent = useSnapshot('lineMove', (snapshot) => snapshot.matches('sent'))
  return useMemo(() => {
    const { moved } = context
    return {
      moved:
        moved === null
          ? null
          : {
              id: moved.line,
              price: moved.price,
              isSent,
              cost: costOf(context),
              problem: problemOf(context),
            },
      move: (id, price) => {
        const terms = termsOf(id)
        if (terms === null) return
        const draft = terms.draftAt(price)
        dispatch({ to: 'lineMove', event: { type: 'line.move', line: id, price, draft } })
      },
      putBack: () => dispatch({ to: 'lineMove', event: { type: 'line.putBack' } }),
      send: () => {
        const terms = moved === null ? null : termsOf(moved.line)
        if (moved === null || terms === null) return
        dispatch({ to: 'lineMove', event: { type: 'line.sent' } })
        const call = terms.callAt(moved.price)
        const message = findProblem(call, environment())
        if (message === null) run(call)
        else dispatch({ to: 'lineMove', event: { type: 'line.refused', message } })
      },
      remove: (id) => {
        const terms = termsOf(id)
        if (terms !== null) run(terms.removal)
      },
    }
  }, [context, isSent, termsOf, run, dispatch, environment])
}
