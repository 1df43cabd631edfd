const layers = [
  { name: 'domain' },
  { name: 'contract' },
  { name: 'engine', except: ['contract'] },
  { name: 'market', except: ['engine'] },
  { name: 'platform', except: ['engine', 'market'] },
  { name: 'machines', except: ['engine', 'market', 'platform'] },
  { name: 'commands', except: ['contract', 'engine', 'market', 'platform'] },
  { name: 'views', except: ['platform'] },
]

// A folder may import itself and what stands before it, unless `except` names it.
const arrows = layers.map((layer, place) => {
  const allowed = layers
    .slice(0, place + 1)
    .map(({ name }) => name)
    .filter((name) => !layer.except?.includes(name))
  return {
    name: `${layer.name}-imports`,
    severity: 'error',
    from: { path: `^src/${layer.name}/` },
    to: { path: '^(src|server|tests|bench)/', pathNot: `^src/(${allowed.join('|')})/` },
  }
})

module.exports = {
  forbidden: [
    ...arrows,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      // An area may know another's types; what one machine has to tell another goes through its area's `connect`.
      name: 'areas-keep-their-machines',
      severity: 'error',
      from: { path: '^src/machines/([^/]+)/' },
      to: { path: '^src/machines/[^/]+/', pathNot: '^src/machines/$1/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'areas-keep-their-adapters',
      severity: 'error',
      from: { path: '^src/console/([^/]+)/' },
      to: { path: '^src/console/[^/]+/', pathNot: '^src/console/$1/', dependencyTypesNot: ['type-only'] },
    },
    {
      // Pure functions that several areas need stand in the domain; what combines machines is one level up.
      name: 'areas-start-their-machines',
      severity: 'error',
      from: { path: '^src/console/([^/]+)/' },
      to: { path: '^src/machines/[^/]+/', pathNot: '^src/machines/$1/', dependencyTypesNot: ['type-only'] },
    },
    {
      // What two screens show stands in the folder of its area, such as `views/orders`.
      name: 'screens-stand-alone',
      severity: 'error',
      from: { path: '^src/views/screens/([^/]+)/' },
      to: { path: '^src/views/screens/[^/]+/', pathNot: '^src/views/screens/$1/' },
    },
    {
      name: 'areas-of-views-know-no-screen',
      severity: 'error',
      from: { path: '^src/views/[^/]+/', pathNot: '^src/views/(screens|shell)/' },
      to: { path: '^src/views/screens/' },
    },
    {
      name: 'server-imports',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(src|tests|bench)/', pathNot: '^src/(domain|contract|engine)/' },
    },
    {
      // A service works with any broker: its port, its words, the rules of an account.
      name: 'services-know-the-broker-port',
      severity: 'error',
      from: { path: '^server/(services|http)/' },
      to: { path: '^server/broker/(paper-broker|ledger|exchange|runtime)(/|\\.ts$)' },
    },
    {
      // Programs and live evaluation run in a page's worker and in threads of the server alike.
      name: 'engine-without-its-worker',
      severity: 'error',
      from: { path: '^(src/engine|server)/', pathNot: '^src/engine/worker/' },
      to: { path: '^src/engine/worker/' },
    },
    {
      // The sentences of the error codes are for the server and the documentation; a page would load them for nothing.
      name: 'error-table-stays-off-the-page',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/contract/error-table\\.ts$' },
    },
    { name: 'src-never-server', severity: 'error', from: { path: '^src/' }, to: { path: '^server/' } },
    {
      name: 'react-in-views',
      severity: 'error',
      from: { path: '^(src|server)/', pathNot: '^src/(views/|main\\.tsx|console\\.ts)' },
      to: {
        path: 'node_modules/(react|react-dom|@xstate/react|react-aria-components|cmdk|sonner|wouter|@visx)/',
      },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { path: 'node_modules', pathNot: 'node_modules/zod' },
    },
    {
      name: 'sql-in-store',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/store/' },
      to: { path: 'node_modules/(kysely|better-sqlite3|pg)/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|public|src/engine/assembly)/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'] },
  },
}
