import type { ReactNode } from 'react'
import type { CommandCall } from '../../../../commands/registry.ts'
import { dayInWords } from '../../../../domain/dates-in-words.ts'
import { formatNumber } from '../../../../domain/format.ts'
import type { Instrument } from '../../../../domain/instruments/instrument.ts'
import { expiryAway, strikeAway } from '../../../../domain/instruments/step-contract.ts'
import type { BasketLeg } from '../../../../machines/orders/basket-legs.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { keysFor } from '../../../kit/control/keys-for.ts'
import { SideLetter } from '../ticket/side-switch.tsx'
import { useStillTerms } from '../ticket/use-terms.ts'
import styles from './leg-steps.module.css'

export function LegSteps({
  leg: { leg, draft },
  isLocked,
}: {
  readonly leg: BasketLeg
  readonly isLocked: boolean
}) {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const { instrument, title } = useStillTerms(draft.instrument)
  if (index === null || instrument === null || instrument.expiry === null) return null
  const step = (name: string, call: CommandCall, to: Instrument | null, sign: string) => (
    <Step name={name} call={call} isDisabled={isLocked || to === null} leg={leg}>
      {sign}
    </Step>
  )
  const strike = (by: 1 | -1) =>
    step(
      by > 0 ? 'Next strike' : 'Previous strike',
      { command: 'basket.strike', args: { by, leg } },
      strikeAway(instrument, by, index),
      by > 0 ? '›' : '‹',
    )
  const expiry = (by: 1 | -1) =>
    step(
      by > 0 ? 'Next expiry' : 'Previous expiry',
      { command: 'basket.expiry', args: { by, leg } },
      expiryAway(instrument, by, index),
      by > 0 ? '›' : '‹',
    )
  return (
    <section className={styles.steps} aria-label={`Contract of ${title}`}>
      <span className={styles.name}>
        <SideLetter side={draft.side} /> {title}
      </span>
      {instrument.strike > 0 && (
        <span className={styles.group}>
          Strike {strike(-1)}
          <b>{formatNumber(instrument.strike, instrument.strike % 1 === 0 ? 0 : 2)}</b>
          {strike(1)}
        </span>
      )}
      <span className={styles.group}>
        Expiry {expiry(-1)}
        <b>{dayInWords(instrument.expiry)}</b>
        {expiry(1)}
      </span>
    </section>
  )
}

interface StepProps {
  readonly name: string
  readonly call: CommandCall
  readonly leg: string
  readonly isDisabled: boolean
  readonly children: ReactNode
}

function Step({ name, call, leg, isDisabled, children }: StepProps) {
  const { run } = useConsole()
  // Keys act on the focused leg, so the call has no leg.
  const { leg: _, ...args } = call.args as { readonly leg: string }
  const keys = keysFor({ command: call.command, args } as CommandCall)
  return (
    <Button
      kind="quiet"
      aria-label={name}
      isDisabled={isDisabled}
      data-leg={leg}
      onPress={() => run(call)}
      {...(keys === null ? {} : { keys })}
    >
      {children}
    </Button>
  )
}
