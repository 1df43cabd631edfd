import { useEffect } from 'react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { capOf } from '../../kit/control/keys-for.ts'
import menu from '../../kit/control/menu.module.css'

const SAVE = 'save:'

/** Charts and links under a name, kept by the server. */
export function LayoutsMenu() {
  const { run, dispatch } = useConsole()
  const saved = useSnapshot('savedLayouts', ({ context }) => context.output)
  const message = useSnapshot('savedLayouts', ({ context }) => context.message)
  useEffect(() => dispatch({ to: 'savedLayouts', event: { type: 'reload.now' } }), [dispatch])
  const choose = (key: unknown) => {
    if (key === SAVE) run({ command: 'layout.name', args: {} })
    else run({ command: 'layout.open', args: { name: String(key) } })
  }
  const names = saved?.map(({ name }) => name) ?? []
  return (
    <MenuTrigger>
      <Button kind="quiet" {...capOf({ command: 'layout.choose', args: {} })}>
        Layouts
      </Button>
      <Popover className={menu.popover ?? ''} placement="bottom end">
        <Menu className={menu.menu ?? ''} aria-label="Layouts" autoFocus="first" onAction={choose}>
          {[
            ...names.map((name) => (
              <MenuItem key={name} id={name} className={menu.item ?? ''} textValue={name}>
                <bdi>{name}</bdi>
              </MenuItem>
            )),
            ...(names.length > 0 ? [<Separator key="rule" className={menu.rule ?? ''} />] : []),
            <MenuItem key={SAVE} id={SAVE} className={menu.item ?? ''} textValue="Save this layout">
              Save this layout …
            </MenuItem>,
          ]}
        </Menu>
        {message !== null && (
          <p className={menu.none} role="alert">
            <bdi>{message}</bdi>
          </p>
        )}
      </Popover>
    </MenuTrigger>
  )
}
