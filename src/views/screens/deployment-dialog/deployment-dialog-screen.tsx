import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { stepBackProps } from '../../kit/step-back.ts'
import table from '../../kit/table/table-screen.module.css'
import styles from './deploy.module.css'
import { DeployActs } from './form-acts.tsx'
import { DeployContent } from './form-content.tsx'
import { useForm } from './use-form.ts'

export function DeploymentDialogScreen() {
  const { run, dispatch } = useConsole()
  const isOpen = useSnapshot('deployForm', (one) => !one.matches('closed'))
  const form = useForm()
  const close = () => dispatch({ to: 'deployForm', event: { type: 'deploy.close' } })
  return (
    <div className={table.screen} {...stepBackProps(isOpen, close)}>
      <ScreenTitle title={form === null ? 'Deploy' : `Deploy ${form.deployed.strategy.algoName}`} />
      {isOpen ? (
        <div className={styles.page}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <section className={styles.scroll} aria-label="Deploy" tabIndex={0}>
            <DeployContent form={form} />
          </section>
          {form !== null && (
            <div className={styles.pageFoot}>
              <DeployActs form={form} onClose={close} />
            </div>
          )}
        </div>
      ) : (
        <EmptyNotice title="No strategy chosen">
          <p>
            Choose one in your strategies and{' '}
            <PressOrTap
              press={
                <>
                  press <KeyCap keys="d" />
                </>
              }
              tap="tap Deploy"
            />
            .
          </p>
          <Button onPress={() => run({ command: 'view.open', args: { view: 'my-strategies' } })}>
            My strategies
          </Button>
        </EmptyNotice>
      )}
    </div>
  )
}
