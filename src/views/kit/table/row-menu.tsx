import { useRef } from 'react'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import menu from '../control/menu.module.css'
import styles from './row-menu.module.css'

export interface RowAct {
  readonly id: string
  readonly title: string
  readonly keys?: string | null
  /** Pressed by this key where a strip shows it, as no command has that key there. */
  readonly answers?: string
  readonly isDisabled?: boolean
  readonly isApart?: boolean
  readonly run: () => void
}

export interface MenuPoint {
  readonly left: number
  readonly top: number
}

interface RowMenuProps {
  readonly label: string
  readonly acts: readonly RowAct[]
  /** Pixels of the window. */
  readonly at: MenuPoint
  readonly onClose: () => void
}

export function RowMenu({ label, acts, at, onClose }: RowMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor} className={styles.anchor} style={at} />
      <Popover
        className={menu.popover ?? ''}
        triggerRef={anchor}
        isOpen
        placement="bottom start"
        offset={2}
        aria-label={label}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose()
        }}
      >
        <Menu
          className={menu.menu ?? ''}
          aria-label={label}
          autoFocus="first"
          disabledKeys={acts.filter(({ isDisabled }) => isDisabled).map(({ id }) => id)}
          onClose={onClose}
        >
          {acts.flatMap(({ id, title, keys, isApart, run }) => [
            ...(isApart ? [<Separator key={`above ${id}`} className={menu.rule ?? ''} />] : []),
            <MenuItem key={id} id={id} className={menu.item ?? ''} textValue={title} onAction={run}>
              {title}
              {keys && <span className={menu.end}>{keys}</span>}
            </MenuItem>,
          ])}
        </Menu>
      </Popover>
    </>
  )
}
