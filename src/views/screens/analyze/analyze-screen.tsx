import { useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import type { CommandCall } from '../../../commands/registry.ts'
import { type Analyzed, readAnalysis } from '../../../domain/analysis/analysis-address.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { SymbolField } from '../../kit/instrument/symbol-field.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { LastPrice } from '../../kit/price/last-price.tsx'
import styles from './analyze-screen.module.css'
import { IndicatorPanels } from './indicator-panels.tsx'
import { MapPanels } from './map-panels.tsx'
import { TechnicalPanel } from './technical-panel.tsx'
import { usePoint } from './use-point.ts'

export function AnalyzeScreen() {
  const search = useSearch()
  const analyzed = useMemo(() => readAnalysis(new URLSearchParams(search)), [search])
  const [isTable, setTable] = useState(false)
  const point = usePoint(analyzed.instrument)
  return (
    <div className={styles.screen}>
      <Title {...analyzed} />
      <div className={styles.columns}>
        <TechnicalPanel key={analyzed.instrument} instrument={analyzed.instrument} onPoint={point} />
        <div className={styles.side}>
          <IndicatorPanels instrument={analyzed.instrument} isTable={isTable} />
          <MapPanels universe={analyzed.universe} isTable={isTable} onTable={setTable} onPoint={point} />
        </div>
      </div>
    </div>
  )
}

function Title({ instrument }: Analyzed) {
  const { run } = useConsole()
  const isPhone = useMedia(PHONE)
  const symbol = tradingSymbolOf(instrument)
  const act = (title: string, call: CommandCall) => {
    const keys = isPhone ? null : keysFor({ ...call, args: {} } as CommandCall)
    return (
      <Button {...(keys === null ? {} : { keys })} onPress={() => run(call)}>
        {title}
      </Button>
    )
  }
  return (
    <ScreenTitle
      title={symbol}
      documentTitle={`Analyze ${symbol}`}
      actions={
        <>
          {act('Chart', { command: 'chart.open', args: { instrument } })}
          {act('Option chain', { command: 'chain.open', args: { instrument } })}
          {act('Watch', { command: 'watch.add', args: { instruments: [instrument] } })}
        </>
      }
    >
      <LastPrice of={instrument} hasPercent />
      <SymbolField
        label="Instrument"
        chosen={instrument}
        onChange={(chosen) => run({ command: 'analysis.open', args: { instrument: chosen } })}
      />
    </ScreenTitle>
  )
}
