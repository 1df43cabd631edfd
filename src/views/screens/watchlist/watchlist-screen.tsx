import { useState } from 'react'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { NameDialog } from './name-dialog.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { WatchTable } from './watch-table.tsx'
import styles from './watchlist-screen.module.css'

export function WatchlistScreen() {
  const lists = useSnapshot('watchlists', ({ context }) => context.lists)
  const active = useSnapshot('watchlists', ({ context }) => context.active)
  const [asked, setAsked] = useState<'create' | 'rename' | 'paste' | null>(null)
  const run = useCommand()
  const names = lists.map(({ name }) => name)
  const close = () => setAsked(null)
  return (
    <div className={styles.screen}>
      <ScreenTitle
        title="Watchlist"
        documentTitle={active === null ? 'Watchlist' : `${active}, watchlist`}
        actions={
          <>
            <Button icon="upload" onPress={() => setAsked('paste')}>
              Paste symbols
            </Button>
            <Button icon="create" onPress={() => setAsked('create')}>
              New list
            </Button>
            {active !== null && (
              <>
                <Button onPress={() => setAsked('rename')}>Rename</Button>
                <Button
                  icon="trash"
                  aria-label={`Delete the list ${active}`}
                  onPress={() => run({ command: 'watch.delete', args: { list: active } })}
                />
              </>
            )}
          </>
        }
      >
        {names.length > 1 && (
          <Segmented
            label="List"
            value={active ?? ''}
            choices={names.map((name) => ({ value: name, label: name }))}
            onChange={(name) => run({ command: 'watch.open', args: { list: name } })}
          />
        )}
      </ScreenTitle>
      <WatchTable />
      <PasteDialog isOpen={asked === 'paste'} onClose={close} />
      {asked === 'create' && (
        <NameDialog
          title="New watchlist"
          act="Create"
          initial=""
          taken={names}
          onName={(name) => run({ command: 'watch.create', args: { list: name } })}
          onClose={close}
        />
      )}
      {asked === 'rename' && active !== null && (
        <NameDialog
          title={`Rename ${active}`}
          act="Rename"
          initial={active}
          taken={names.filter((name) => name !== active)}
          onName={(name) => run({ command: 'watch.rename', args: { list: active, to: name } })}
          onClose={close}
        />
      )}
    </div>
  )
}
