import type { ChildProcess } from 'node:child_process'

/** Resolves also when the process has ended already. */
export const ended = (child: ChildProcess): Promise<number> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode ?? 1)
    else child.once('exit', (code) => done(code ?? 1))
  })
