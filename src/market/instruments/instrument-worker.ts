import { columnBuffers } from './instrument-columns.ts'
import { doInstrumentTask, type InstrumentTask } from './instrument-task.ts'

interface WorkerScope {
  onmessage: ((event: MessageEvent<{ readonly id: number; readonly task: InstrumentTask }>) => void) | null
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
}

const scope = globalThis as unknown as WorkerScope

scope.onmessage = async ({ data: { id, task } }) => {
  try {
    const answer = await doInstrumentTask(task)
    scope.postMessage({ id, answer }, answer.kind === 'columns' ? columnBuffers(answer.columns) : [])
  } catch (error) {
    scope.postMessage({ id, failure: error instanceof Error ? error.message : String(error) }, [])
  }
}
