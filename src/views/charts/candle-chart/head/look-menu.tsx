import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { type ChartLook, chartTypeNames } from '../../../../domain/charts/chart-look.ts'
import type { ChartPlace } from '../../../../machines/charts/chart.ts'
import { useCommand } from '../../../kit/console.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import picker from './indicator-picker.module.css'
import styles from './look-menu.module.css'

const LookSettings = lazy(() =>
  import('./look-settings.tsx').then((module) => ({ default: module.LookSettings })),
)

interface LookMenuProps {
  readonly place: ChartPlace
  readonly look: ChartLook
}

export function LookMenu({ place, look }: LookMenuProps) {
  const run = useCommand()
  const [isOpen, setOpen] = useState(false)
  const isComparing = useRef(false)
  // The line is opened once the menu has gone: an open menu would take the focus back.
  useEffect(() => {
    if (isOpen || !isComparing.current) return
    isComparing.current = false
    run({ command: 'chart.compare', args: {} })
  }, [isOpen, run])
  const compare = () => {
    isComparing.current = true
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
            <LookSettings place={place} look={look} onCompare={compare} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
