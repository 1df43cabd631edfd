import type { ChildProcess } from 'node:child_process'

/** Resolves once the process has ended, also where it ended before. */
export const ended = (child: ChildProcess): Promise<number> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode ?? 1)
    else child.once('exit', (code) => done(code ?? 1))
  })
