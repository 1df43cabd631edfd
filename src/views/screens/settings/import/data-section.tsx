import { formatNumber } from '../../../../domain/format.ts'
import { useCommand, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import styles from '../settings-screen.module.css'
import { ImportPanel } from './import-panel.tsx'
import { StoredPanel } from './stored-panel.tsx'

export function DataSection() {
  return (
    <>
      <ImportPanel />
      <StoredPanel />
      <CachePanel />
    </>
  )
}

function CachePanel() {
  const run = useCommand()
  const rows = useSnapshot('instruments', ({ context }) => context.rows)
  const isFromCache = useSnapshot('instruments', ({ context }) => context.isFromCache)
  const isLoading = useSnapshot('instruments', (instruments) => instruments.matches('fetching'))
  return (
    <Panel
      title="Instruments"
      note={`${formatNumber(rows, 0)}, ${isFromCache ? 'from this tab’s cache' : 'fresh'}`}
    >
      <div className={styles.body}>
        <p>The list is kept in this tab for ten minutes, then fetched again.</p>
        <Button isDisabled={isLoading} onPress={() => run({ command: 'instruments.refresh', args: {} })}>
          {isLoading ? 'Refreshing' : 'Refresh now'}
        </Button>
      </div>
    </Panel>
  )
}
