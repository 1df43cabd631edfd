import { dateInWords } from '../../../domain/dates-in-words.ts'
import { toIstClock, toIstDate } from '../../../domain/time.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { PasswordForm } from '../../session/password-form.tsx'
import styles from './settings-screen.module.css'

export function AccountSection() {
  const user = useSnapshot('auth', (auth) => auth.context.user)
  const endsAt = useSnapshot('auth', (auth) => auth.context.sessionEndsAt)
  return (
    <>
      <Panel title="Account">
        <div className={styles.body}>
          <dl className={styles.facts}>
            <div>
              <dt>User</dt>
              <dd>
                <bdi>{user?.userName ?? ''}</bdi>
              </dd>
            </div>
            <div>
              <dt>Broker</dt>
              <dd>
                <bdi>{user?.userBrokerId ?? ''}</bdi>
              </dd>
            </div>
            <div>
              <dt>Session ends</dt>
              <dd>
                {endsAt === null ? '–' : `${dateInWords(toIstDate(endsAt))}, ${toIstClock(endsAt)} IST`}
              </dd>
            </div>
          </dl>
        </div>
      </Panel>
      <Panel title="Password" note="changing it ends every other session">
        <div className={styles.body}>
          <PasswordForm />
        </div>
      </Panel>
    </>
  )
}
