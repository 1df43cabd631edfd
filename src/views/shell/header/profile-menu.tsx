import { Button as AriaButton } from 'react-aria-components/Button'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import menu from '../../kit/control/menu.module.css'
import { showToast } from '../../kit/show-toast.ts'
import styles from './profile-menu.module.css'

export function ProfileMenu() {
  const run = useCommand()
  const user = useSnapshot('auth', (auth) => auth.context.user)
  const isDark = useSnapshot('preferences', (preferences) => preferences.context.theme === 'dark')
  const name = user?.userName ?? ''
  return (
    <MenuTrigger>
      <AriaButton className={styles.avatar ?? ''} aria-label={`${initialsOf(name)}, ${name}, profile menu`}>
        {initialsOf(name)}
      </AriaButton>
      <Popover className={menu.popover ?? ''} placement="bottom end" offset={6}>
        <div className={styles.who}>
          <b>
            <bdi>{name}</bdi>
          </b>
          <span>
            broker <bdi>{user?.userBrokerId ?? ''}</bdi>
          </span>
        </div>
        <Menu className={menu.menu ?? ''} aria-label="Profile">
          <Item title="Edit Profile" onAction={() => void showToast('info', 'Coming Soon')} />
          <Separator className={menu.rule ?? ''} />
          <Item
            title="Order Book"
            keys="g b"
            onAction={() => run({ command: 'view.open', args: { view: 'order-book' } })}
          />
          <Item
            title="Positions"
            keys="g p"
            onAction={() => run({ command: 'view.open', args: { view: 'positions' } })}
          />
          <Item
            title="Holdings"
            keys="g d"
            onAction={() => run({ command: 'view.open', args: { view: 'holdings' } })}
          />
          <Item
            title="Settings"
            keys="g ,"
            onAction={() => run({ command: 'view.open', args: { view: 'settings' } })}
          />
          <Separator className={menu.rule ?? ''} />
          <Item
            title="Dark Theme"
            keys={isDark ? 'on' : 'off'}
            onAction={() => run({ command: 'theme.set', args: { theme: 'toggle' } })}
          />
          <Item title="Logout" onAction={() => run({ command: 'auth.signOut', args: {} })} />
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

interface ItemProps {
  readonly title: string
  readonly keys?: string
  readonly onAction: () => void
}

function Item({ title, keys, onAction }: ItemProps) {
  return (
    <MenuItem className={menu.item ?? ''} textValue={title} onAction={onAction}>
      {title}
      {keys !== undefined && <span className={menu.end}>{keys}</span>}
    </MenuItem>
  )
}

const initialsOf = (name: string): string => {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : [...name].slice(0, 2)
  return letters.join('').toUpperCase()
}
