// Runs before anything is installed, so it uses Node only.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const stamps = join(root, 'node_modules/.cache/sauda')
const [task = 'start', ...rest] = process.argv.slice(2)

const say = (text) => process.stderr.write(`${text}\n`)

const stop = (text) => {
  say(text)
  process.exit(1)
}

const run = (command, args, options = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status ?? 1

const requireNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major > 22
  if (!fits) stop(`sauda needs Node 20.19 or 22.13 and later; this is ${process.versions.node}.`)
}

const filesBelow = (path) => {
  if (!existsSync(join(root, path))) return []
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = `${path}/${entry.name}`
    if (entry.name === 'node_modules' || inner === 'public/wasm') return []
    return entry.isDirectory() ? filesBelow(inner) : [inner]
  })
}

const hashOf = (paths) => {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths.sort()) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

const once = (name, inputs, outputs, work) => {
  const stamp = join(stamps, name)
  const hash = hashOf(inputs)
  const isCurrent =
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash &&
    outputs.every((path) => existsSync(join(root, path)))
  if (isCurrent) return
  rmSync(stamp, { force: true })
  work()
  mkdirSync(stamps, { recursive: true })
  writeFileSync(stamp, hash)
}

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

const install = () =>
  once('installed', ['package.json', 'package-lock.json'], ['node_modules/.package-lock.json'], () => {
    say('Installing dependencies (once, a minute or two) …')
    if (run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error']) !== 0) {
      stop('npm ci failed; its words are above. Is the npm registry reachable?')
    }
  })

const sources = () => [
  ...filesBelow('src'),
  ...filesBelow('server'),
  ...filesBelow('public'),
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

const build = () =>
  once(
    'built',
    sources(),
    ['dist/client/index.html', 'dist/server/main.js', 'public/wasm/wasm_exec.js'],
    () => {
      say('Building the console, the engines and the server …')
      if (run(npm, ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] }) !== 0) {
        stop('The build failed; its words are above.')
      }
    },
  )

const isCommand = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

const isFile = (path) => path !== undefined && existsSync(path)

const chromium = {
  name: 'Chromium',
  isThere: () =>
    [
      process.env.CHROMIUM,
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ].some(isFile),
  // The first has no windows, so it starts and paints with less work; not every system has it.
  packages: [['chromium-headless-shell'], ['chromium']],
}

const otherBrowsers = [
  {
    name: 'Firefox',
    isThere: () => isFile(process.env.FIREFOX) || isCommand('firefox-esr') || isCommand('firefox'),
    packages: [['firefox-esr']],
  },
  {
    name: 'WebKitGTK',
    isThere: () => isCommand('WebKitWebDriver') && isCommand('Xvfb'),
    packages: [['webkit2gtk-driver', 'xvfb']],
  },
]

const ensureBrowsers = (browsers) => {
  const missing = () => browsers.filter(({ isThere }) => !isThere())
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (missing().length > 0 && canInstall) {
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    run('apt-get', ['update', '-qq'], quiet)
    // One by one, so that a package this system lacks does not stop the others.
    for (const { name, isThere, packages } of missing()) {
      say(`Installing ${name} for the journeys …`)
      for (const names of packages)
        if (!isThere()) run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet)
    }
  }
  for (const { name, packages } of missing()) {
    say(
      `LEFT OUT: no ${name} was found and none could be installed, so the journeys in it are skipped. ` +
        `On Debian: apt-get install ${packages[0].join(' ')}`,
    )
  }
}

const runBuilt = async (entry) => {
  process.argv = [process.argv[0], join(root, `dist/server/${entry}.js`), ...rest]
  await import(pathToFileURL(process.argv[1]).href)
}

/** Beside the installation and the build, as all of them wait for the network most of the time. */
const beginBrowsers = () => {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'browsers'], {
    cwd: root,
    stdio: 'inherit',
  })
  return new Promise((done) => child.once('exit', done))
}

requireNode()
if (task === 'browsers') {
  ensureBrowsers([chromium, ...otherBrowsers])
  process.exit(0)
}
const browsers = task === 'test' ? beginBrowsers() : null
install()
switch (task) {
  case 'start':
    build()
    // A person at a terminal wants the address, not every call.
    process.env.LOG_LEVEL ||= 'warn'
    await runBuilt('main')
    break
  case 'user':
  case 'import':
  case 'ledger':
    build()
    await runBuilt(task)
    break
  case 'backup':
  case 'restore':
    build()
    rest.unshift(task)
    await runBuilt('backup')
    break
  case 'dev': {
    build()
    const { concurrently } = await import('./dev.mjs')
    concurrently(root)
    break
  }
  case 'test':
    build()
    await browsers
    process.exit(run(process.execPath, [join(root, 'scripts/run-tests.mjs'), ...rest]))
    break
  case 'bench':
    build()
    ensureBrowsers([chromium])
    process.exit(run(process.execPath, ['--import', 'tsx', join(root, 'bench/run.ts'), ...rest]))
    break
  case 'load': {
    build()
    const [kind, ...options] = rest
    const kinds = [
      'orders',
      'order-path',
      'quotes',
      'streams',
      'chain',
      'deployments',
      'long-ledger',
      'strangers',
      'unread-answers',
    ]
    if (!kinds.includes(kind)) stop(`npm run load -- KIND, one of ${kinds.join(', ')}`)
    process.exit(run(process.execPath, ['--import', 'tsx', join(root, `bench/load/${kind}.ts`), ...options]))
    break
  }
  default:
    stop(
      `ensure.mjs knows start, dev, user, import, ledger, backup, restore, test, bench and load; not ${task}.`,
    )
}
