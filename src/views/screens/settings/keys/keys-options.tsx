import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { printKeymap, readKeymap } from '../../../../commands/keymap/json.ts'
import { presets } from '../../../../commands/keymap/presets.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Select, Switch } from '../../../kit/control/field.tsx'
import { download } from '../../../kit/table/download.ts'
import styles from './keys.module.css'

const OWN = 'own' as const
type PresetChoice = (typeof presets)[number]['id'] | typeof OWN

export function KeysOptions() {
  const { run, environment } = useConsole()
  const keymap = useSnapshot('shortcuts', ({ context }) => context.shortcuts.keymap)
  const isPhysical = useSnapshot('preferences', ({ context }) => context.hasPhysicalKeys)
  const teaches = useSnapshot('preferences', ({ context }) => context.teachesKeys)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const read = readKeymap(await file.text(), environment())
    if (read.kind === 'problem') {
      setProblem(
        `${file.name}, line ${read.line}, column ${read.column}: ${read.message}. Nothing was changed`,
      )
      return
    }
    setProblem(null)
    run({
      command: 'keys.save',
      args: { keymap: read.keymap, told: `Shortcuts imported from ${file.name}` },
    })
  }
  return (
    <>
      <FileTrigger acceptedFileTypes={['.json', 'application/json']} onSelect={(list) => take(list?.[0])}>
        <Button icon="upload">Import</Button>
      </FileTrigger>
      <Button
        icon="download"
        keys="e"
        data-answers="e"
        onPress={() =>
          download({ name: 'sauda-keys.json', type: 'application/json', text: printKeymap(keymap) })
        }
      >
        Export
      </Button>
      <Button isDisabled={keymap.length === 0} onPress={() => run({ command: 'keys.reset', args: {} })}>
        Reset all
      </Button>
      <Select<PresetChoice>
        label="Shortcut preset"
        isLabelHidden
        className={styles.preset}
        value={presetIn(keymap)}
        choices={[
          ...presets.map(({ id, title }) => ({ value: id, label: title })),
          ...(presetIn(keymap) === OWN ? [{ value: OWN, label: 'Custom' }] : []),
        ]}
        onChange={(id) => {
          if (id !== OWN) run({ command: 'keys.preset', args: { preset: id } })
        }}
      />
      <span className={styles.switches}>
        <Switch
          label="By key position, not letter"
          isOn={isPhysical}
          onChange={(on) => run({ command: 'keys.physical', args: { on } })}
        />
        <Switch
          label="Show shortcut after a click"
          isOn={teaches}
          onChange={(on) => run({ command: 'keys.teach', args: { on } })}
        />
      </span>
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          <bdi>{problem}</bdi>
        </p>
      )}
    </>
  )
}

const presetIn = (keymap: unknown): PresetChoice =>
  presets.find((preset) => JSON.stringify(preset.keymap) === JSON.stringify(keymap))?.id ?? OWN
