import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import type { Instrument } from '../../domain/instrument.ts'
import menu from './menu.module.css'

/** What the combo box around it has found. */
export function InstrumentMenu() {
  return (
    <Popover className={menu.popover ?? ''}>
      <ListBox
        className={menu.menu ?? ''}
        renderEmptyState={() => <p className={menu.none}>No instrument is called that</p>}
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
