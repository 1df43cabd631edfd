import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { intros } from '../../../commands/learning/intro-pages.ts'
import { type IntroPage, introPages, readIntro } from '../../../domain/learning/intro-address.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { capOf } from '../../kit/control/keys-for.ts'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { BeginPanel } from './begin-panel.tsx'
import styles from './intro-screen.module.css'
import { IntroSteps } from './steps.tsx'
import { IntroVideo } from './video.tsx'

const pageChoices = introPages.map((value) => ({ value, label: intros[value].title }))

export function IntroScreen() {
  const search = useSearch()
  const page = useMemo(() => readIntro(new URLSearchParams(search)), [search])
  const { title, words } = intros[page]
  return (
    <div className={styles.screen}>
      <Title page={page} />
      <div className={styles.columns}>
        <Panel title={title} note={words} className={styles.page}>
          <div className={styles.scrolled}>
            <IntroVideo key={page} page={page} title={title} />
            <IntroSteps page={page} />
          </div>
        </Panel>
        <BeginPanel />
      </div>
    </div>
  )
}

function Title({ page }: { readonly page: IntroPage }) {
  const run = useCommand()
  const done = useSnapshot('firstSteps', ({ context }) => context.done)
  const tried = introPages.filter((one) => intros[one].steps.every(({ does }) => done.includes(does))).length
  return (
    <ScreenTitle
      title="First steps"
      actions={
        <>
          <span className={styles.tried}>
            {tried} of {introPages.length} tried
          </span>
          <Button
            onPress={() => run({ command: 'trainer.open', args: {} })}
            {...capOf({ command: 'view.open', args: { view: 'trainer' } })}
          >
            Key trainer
          </Button>
        </>
      }
    >
      <Segmented<IntroPage>
        label="Page"
        value={page}
        choices={pageChoices}
        onChange={(next) => run({ command: 'intro.open', args: { page: next } })}
      />
      <span className={styles.keys}>
        <span>page</span> <KeyCap keys="[ ]" />
      </span>
    </ScreenTitle>
  )
}
