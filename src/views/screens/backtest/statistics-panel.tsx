import { Panel } from '../../kit/layout/panel.tsx'
import text from '../../theme/text.module.css'
import type { Report } from './report.ts'
import { cumulativeStatisticsOf, statisticsOf } from './statistics.ts'
import styles from './statistics-panel.module.css'

export function StatisticsPanel({ report }: { readonly report: Report }) {
  const groups =
    report.kind === 'symbol' ? statisticsOf(report.result) : cumulativeStatisticsOf(report.cumulative)
  return (
    <Panel title="All figures">
      <div className={styles.groups}>
        {groups.map(({ title, statistics }) => (
          <section key={title} className={styles.group}>
            <h3 className={`${text.section} ${styles.title}`}>{title}</h3>
            <dl>
              {statistics.map(({ label, value, help }) => (
                <div key={label} className={styles.row}>
                  <dt>
                    {label}
                    <small>{help}</small>
                  </dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Panel>
  )
}
