import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { type ChartLook, chartTypeNames } from '../../../../domain/charts/chart-look.ts'
import type { ChartSlot } from '../../../../machines/charts/chart.ts'
import { useCommand } from '../../../kit/console.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import picker from './indicator-picker.module.css'
import styles from './look-menu.module.css'
import type { LeavingCommand } from './look-settings.tsx'

const LookSettings = lazy(() =>
  import('./look-settings.tsx').then((module) => ({ default: module.LookSettings })),
)

interface LookMenuProps {
  readonly slot: ChartSlot
  readonly look: ChartLook
  readonly indicators: readonly string[]
}

export function LookMenu({ slot, look, indicators }: LookMenuProps) {
  const run = useCommand()
  const [isOpen, setOpen] = useState(false)
  const next = useRef<LeavingCommand | null>(null)
  // Run once the menu has gone: an open menu would take the focus back from the line.
  useEffect(() => {
    const command = next.current
    if (isOpen || command === null) return
    next.current = null
    run({ command, args: {} })
  }, [isOpen, run])
  const leaveFor = (command: LeavingCommand) => {
    next.current = command
    setOpen(false)
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={picker.open ?? ''} data-answers="v">
        <span className="visually-hidden">Chart type, scale and lines: </span>
        {chartTypeNames[look.type].toLowerCase()} <KeyCap keys="v" />
      </AriaButton>
      <Popover className={`${picker.popover} ${styles.popover}`} placement="bottom end">
        <Dialog aria-label="Chart type, scale and lines" className={`${picker.dialog} ${styles.menu}`}>
          <Suspense fallback={null}>
            <LookSettings slot={slot} look={look} indicators={indicators} onLeave={leaveFor} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
