import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { allChainColumns, columnsOfView } from '../../../domain/options/chain-columns.ts'
import type { ChainView } from '../../../domain/options/chain-view.ts'
import { useConsole, useSnapshot } from '../console.tsx'
import { Button } from '../control/button.tsx'
import menu from '../control/menu.module.css'
import { Segmented } from '../control/segmented.tsx'
import { Icon } from '../layout/icon.tsx'
import { chainColumns } from './columns.tsx'

const ready = [
  { value: 'prices', label: 'Prices' },
  { value: 'oi', label: 'OI' },
  { value: 'greeks', label: 'Greeks' },
] as const satisfies readonly { readonly value: ChainView; readonly label: string }[]

export function ChainViews() {
  const { run } = useConsole()
  const view = useSnapshot('preferences', ({ context }) => context.chainView)
  const hasOwn = useSnapshot('preferences', ({ context }) => context.chainColumns.length > 0)
  return (
    <Segmented<ChainView>
      label="Columns of the chain"
      value={view}
      choices={hasOwn ? [...ready, { value: 'own', label: 'Own' }] : ready}
      onChange={(chosen) => run({ command: 'chain.columns', args: { view: chosen } })}
    />
  )
}

/** Begins with the columns of the view that is shown. */
export function ColumnsMenu() {
  const { run } = useConsole()
  const view = useSnapshot('preferences', ({ context }) => context.chainView)
  const own = useSnapshot('preferences', ({ context }) => context.chainColumns)
  const shown = columnsOfView(view, own)
  const choose = (keys: 'all' | Iterable<unknown>) => {
    const chosen = new Set(keys === 'all' ? allChainColumns : keys)
    run({
      command: 'chain.columns',
      args: { view: allChainColumns.filter((one) => one === 'ltp' || chosen.has(one)) },
    })
  }
  return (
    <MenuTrigger>
      <Button kind="quiet" icon="settings">
        Columns
      </Button>
      <Popover className={menu.popover ?? ''} placement="bottom end">
        <Menu
          className={menu.menu ?? ''}
          aria-label="Columns"
          autoFocus="first"
          selectionMode="multiple"
          selectedKeys={shown}
          disabledKeys={['ltp']}
          onSelectionChange={choose}
        >
          {allChainColumns.map((id) => (
            <MenuItem key={id} id={id} className={menu.item ?? ''} textValue={nameOf(id)}>
              {nameOf(id)}
              {shown.includes(id) && (
                <span className={menu.end}>
                  <Icon name="check" size={12} />
                </span>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

const nameOf = (id: (typeof allChainColumns)[number]): string => chainColumns.get(id)?.name ?? id
