import { KeyCap } from '../../kit/control/key-cap.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import type { RowAct } from '../../kit/table/row-menu.tsx'
import text from '../../theme/text.module.css'

interface HeadKeysProps {
  readonly acts: readonly RowAct[]
  readonly shown: readonly string[]
}

export function HeadKeys({ acts, shown }: HeadKeysProps) {
  const keyed = acts.filter(({ id, keys }) => shown.includes(id) && keys != null)
  return (
    <PressOrTap
      press={keyed.map(({ id, title, keys }) => (
        <span key={id} className={text.muted}>
          {title.toLowerCase()} <KeyCap keys={keys ?? ''} />{' '}
        </span>
      ))}
      tap={null}
    />
  )
}
