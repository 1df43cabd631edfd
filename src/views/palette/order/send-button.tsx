import type { PaletteRow } from '../../../commands/reading.ts'
import { Button } from '../../kit/control/button.tsx'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import styles from './order-preview.module.css'

interface OrderButtonProps {
  readonly row: PaletteRow | undefined
  readonly index: number
  readonly onPick: (index: number) => void
}

/** On a phone, whose keyboard hides the list and may have no Enter. */
export function OrderButton({ row, index, onPick }: OrderButtonProps) {
  const isPhone = useMedia(PHONE)
  if (!isPhone) return null
  return (
    <div className={styles.act}>
      <Button
        kind={kindOf(row)}
        size="large"
        isDisabled={(row?.call ?? row?.changed) === undefined}
        onPress={() => onPick(index)}
      >
        {labelOf(row)}
      </Button>
    </div>
  )
}

const kindOf = (row: PaletteRow | undefined): 'primary' | 'sell' | 'plain' => {
  const call = row?.call
  if (call?.command === 'order.buy' && call.args.basket !== true) return 'primary'
  return call?.command === 'order.sell' && call.args.basket !== true ? 'sell' : 'plain'
}

const labelOf = (row: PaletteRow | undefined): string => {
  if (row?.words !== undefined) return row.words.brief
  if (row?.changed !== undefined) return 'Apply the fix'
  return row?.call === undefined ? 'Complete the order' : (row.title.split(' · ')[0] ?? row.title)
}
