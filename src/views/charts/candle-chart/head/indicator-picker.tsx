import { lazy, Suspense, useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import { whenIdle } from '../../../kit/when-idle.ts'
import styles from './indicator-picker.module.css'

/** Loaded while the chart is idle, so that what is typed after the key finds its field. */
const loadField = async () => (await import('./indicator-field.tsx')).IndicatorField

const IndicatorField = lazy(async () => ({ default: await loadField() }))

interface IndicatorPickerProps {
  readonly chosen: readonly string[]
  readonly onToggle: (indicator: string) => void
}

export function IndicatorPicker({ chosen, onToggle }: IndicatorPickerProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => whenIdle(() => void loadField().catch(() => {})), [])
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={styles.open ?? ''} data-answers="i">
        indicators <KeyCap keys="i" />
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Dialog aria-label="Indicators" className={styles.dialog ?? ''}>
          <Suspense fallback={null}>
            <IndicatorField chosen={chosen} onToggle={onToggle} onDone={() => setOpen(false)} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
