import { spawn } from 'node:child_process'

export const concurrently = (root) => {
  const commands = [
    ['--import', 'tsx', '--watch', '--watch-preserve-output', 'server/main.ts'],
    ['node_modules/vite/bin/vite.js'],
  ]
  const children = commands.map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }))
  for (const child of children) {
    child.on('exit', (code) => {
      for (const other of children) other.kill()
      process.exitCode = code ?? 1
    })
  }
}
