import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import type { Instrument } from '../../../domain/instruments/instrument.ts'
import menu from '../control/menu.module.css'

export function InstrumentMenu() {
  return (
    <Popover className={menu.popover ?? ''}>
      <ListBox
        className={menu.menu ?? ''}
        renderEmptyState={() => <p className={menu.none}>No matching instruments</p>}
      >
        {(one: Instrument) => (
          <ListBoxItem id={one.id} textValue={one.tradingSymbol} className={menu.item ?? ''}>
            <b>{one.tradingSymbol}</b>
            <span className={menu.end}>{one.segment}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}
