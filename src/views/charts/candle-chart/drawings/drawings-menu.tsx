import { lazy, Suspense, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { useSnapshot } from '../../../kit/console.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import picker from '../head/indicator-picker.module.css'
import styles from './drawings.module.css'

const DrawingList = lazy(() =>
  import('./drawing-list.tsx').then((module) => ({ default: module.DrawingList })),
)

export function DrawingsMenu({ instrument }: { readonly instrument: InstrumentId }) {
  const count = useSnapshot('drawings', ({ context }) => context.lists[instrument]?.length ?? 0)
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={picker.open ?? ''} data-answers="m">
        drawings {count > 0 && <b>{count}</b>} <KeyCap keys="m" />
      </AriaButton>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Dialog aria-label="Drawings" className={picker.dialog ?? ''}>
          <Suspense fallback={null}>
            <DrawingList instrument={instrument} onDone={() => setOpen(false)} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
