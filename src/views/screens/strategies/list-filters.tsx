import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { capitalised } from '../../../domain/format.ts'
import { nextOf } from '../../../domain/next-of.ts'
import { type SubCategory, subCategories, type Trend, trends } from '../../../domain/strategies/strategy.ts'
import type { TrendCounts } from '../../../machines/strategies/strategies.ts'
import {
  type StrategyQuery,
  type StrategySort,
  usualQuery,
} from '../../../machines/strategies/strategy-query.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { FilterField } from '../../kit/control/filter-field.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import menu from '../../kit/control/menu.module.css'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Icon } from '../../kit/layout/icon.tsx'
import type { StrategyList } from './my-and-discover.ts'
import styles from './strategies.module.css'
import type { StrategyAddress } from './use-strategy-address.ts'

interface FiltersProps {
  readonly list: StrategyList
  readonly address: StrategyAddress
}

export function StrategyFilters({ list, address }: FiltersProps) {
  const { query, typed, type, change } = address
  return (
    <search className={styles.filters}>
      <FilterField label="Search strategies by name, rule or note" value={typed} onChange={type} />
      <TrendChips list={list} query={query} onChange={change} />
      <SubCategoryMenu query={query} onChange={change} />
      <span className={styles.sort}>
        <SortMenu list={list} query={query} onChange={change} />
      </span>
    </search>
  )
}

interface FilterProps {
  readonly query: StrategyQuery
  readonly onChange: (part: Partial<StrategyQuery>) => void
}

const all = 'all'
const chips: readonly (Trend | typeof all)[] = [all, ...trends]

const countOf = (chip: Trend | typeof all, counts: TrendCounts): number =>
  chip === all ? trends.reduce((sum, trend) => sum + counts[trend], 0) : counts[chip]

function TrendChips({ list, query, onChange }: FilterProps & Pick<FiltersProps, 'list'>) {
  const counts = useSnapshot(list, ({ context }) => context.trendCounts)
  const chosen = query.trend ?? all
  const choose = (chip: Trend | typeof all) => onChange({ trend: chip === all ? null : chip })
  const next = nextOf(chips, chosen)
  return (
    <span className={styles.group}>
      <Segmented
        label="Trend"
        value={chosen}
        choices={chips.map((chip) => ({
          value: chip,
          label: counts === null ? capitalised(chip) : `${capitalised(chip)} ${countOf(chip, counts)}`,
        }))}
        onChange={choose}
      />
      <button
        type="button"
        aria-label={`Next trend: ${next}`}
        data-answers="t"
        data-answers-title="Next trend"
        onClick={() => choose(next)}
      >
        <KeyCap keys="t" />
      </button>
    </span>
  )
}

const isSubCategory = (key: unknown): key is SubCategory => subCategories.some((known) => known === key)

function SubCategoryMenu({ query, onChange }: FilterProps) {
  const [first, ...others] = query.subCategories
  const label =
    first === undefined
      ? 'Sub-category'
      : `${capitalised(first)}${others.length === 0 ? '' : ` + ${others.length}`}`
  return (
    <MenuTrigger>
      <Button kind="quiet" keys="u" data-answers="u" data-answers-title="Filter by sub-category">
        {label}
      </Button>
      <Popover className={menu.popover ?? ''} placement="bottom start">
        <Menu
          className={menu.menu ?? ''}
          aria-label="Sub-category"
          autoFocus="first"
          selectionMode="multiple"
          selectedKeys={query.subCategories}
          onSelectionChange={(keys) =>
            onChange({ subCategories: keys === 'all' ? [] : [...keys].filter(isSubCategory) })
          }
        >
          {subCategories.map((one) => (
            <MenuItem key={one} id={one} className={menu.item ?? ''} textValue={one}>
              {one}
              {query.subCategories.includes(one) && (
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

const sortNames: Readonly<Record<StrategySort, string>> = {
  updated: 'Updated',
  created: 'Created',
  name: 'Name',
  return: 'Return',
  drawdown: 'Max drawdown',
}

/** Names from A, drawdowns from the smallest; the newest and the best of the others come first. */
const beginsDescending = (sort: StrategySort): boolean => sort !== 'name' && sort !== 'drawdown'

const isSort = (key: unknown): key is StrategySort => typeof key === 'string' && key in sortNames

const arrow = (isDescending: boolean): string => (isDescending ? '↓' : '↑')

/** Samples have no times, so that by time they are listed by name. */
const shownSort = (list: StrategyList, { sort, isDescending }: StrategyQuery) =>
  list === 'sampleStrategies' && isTime(sort)
    ? ({ sort: 'name', isDescending: false } as const)
    : { sort, isDescending }

const isTime = (sort: string): boolean => sort === 'updated' || sort === 'created'

const namesFor = (list: StrategyList) =>
  Object.entries(sortNames).filter(([sort]) => list === 'strategies' || !isTime(sort))

function SortMenu({ list, query, onChange }: FilterProps & Pick<FiltersProps, 'list'>) {
  const { sort, isDescending } = shownSort(list, query)
  const choose = (key: unknown) => {
    if (!isSort(key)) return
    onChange({ sort: key, isDescending: key === sort ? !isDescending : beginsDescending(key) })
  }
  return (
    <MenuTrigger>
      <Button kind="quiet" keys="o" data-answers="o" data-answers-title="Sort the list">
        <span className="visually-hidden">Sort: </span>
        {sortNames[sort]} <span aria-hidden="true">{arrow(isDescending)}</span>
        <span className="visually-hidden">{isDescending ? ', descending' : ', ascending'}</span>
      </Button>
      <Popover className={menu.popover ?? ''} placement="bottom end">
        <Menu className={menu.menu ?? ''} aria-label="Sort" autoFocus="first" onAction={choose}>
          {namesFor(list).map(([id, name]) => (
            <MenuItem key={id} id={id} className={menu.item ?? ''} textValue={name}>
              {name}
              {id === sort && <span className={menu.end}>{arrow(isDescending)}</span>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

/** `bearish + income`, for the sentence that nothing matches. */
export const filterInWords = ({ search, trend, subCategories: chosen }: StrategyQuery): string =>
  [search === usualQuery.search ? null : `“${search}”`, trend, ...chosen]
    .filter((part) => part !== null)
    .join(' + ')
