// The repository's rules about who may import whom. ARCHITECTURE.md gives the reasons.

const test = '\\.(test|test-d|spec)\\.[cm]?[jt]sx?$'
const ours = '^(packages|apps|e2e|bench)/'
// entry points: files that a tool reads, a page of the development server loads, or a process starts from
const entry = '(^|/)([^/]+\\.config\\.[cm]?[jt]s|tsup\\.preset\\.ts|\\.dependency-cruiser\\.cjs|dev/hotStyles\\.js)$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'core-imports-none-of-ours',
      comment: 'All other packages depend on core. Move what it needs into core, or pass it in.',
      severity: 'error',
      from: { path: '^packages/core/src/', pathNot: test },
      to: { path: ours, pathNot: '^packages/core/' },
    },
    {
      name: 'packages-import-core-only',
      comment:
        'Packages depend on each other only through the contracts of core, so that users install only what they need. A bundle may import all of them.',
      severity: 'error',
      from: { path: '^packages/(?!(?:core|cdn)/)([^/]+)/src/', pathNot: [test, '^packages/[^/]+/src/testing/'] },
      to: { path: '^packages/', pathNot: '^packages/(core|$1)/' },
    },
    {
      name: 'no-package-imports-an-app',
      comment: 'Apps are built from packages. Only tests may use the local chains of apps/devnet.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [test, '^packages/[^/]+/test/', '/src/.*testing/'] },
      to: { path: '^(apps|e2e|bench)/' },
    },
    {
      name: 'tests-import-testing-and-devnet',
      comment:
        'A test of a package may use core, packages/testing, apps/devnet, the relay that devnet starts, and the package itself, and verify signatures.',
      severity: 'error',
      from: { path: [`^packages/([^/]+)/.*${test}`, '^packages/([^/]+)/test/', '^packages/([^/]+)/src/testing/'] },
      to: {
        path: ours,
        pathNot: [
          '^(packages/(core|testing|$1)|apps/devnet)/',
          '^apps/relay/src/exports/testing\\.ts$',
          '^packages/adapter-[^/]+/src/exports/verify\\.ts$',
        ],
      },
    },
    {
      name: 'services-without-ui',
      comment: 'The vault, the gateway and the relay run without the modal.',
      severity: 'error',
      from: { path: '^apps/(vault|gateway|relay)/' },
      to: { path: '^packages/ui-react/' },
    },
    {
      name: 'by-name-across-packages',
      comment: 'Another package is imported by its name, as its users do, never by a relative path.',
      severity: 'error',
      from: { path: '^((packages|apps)/[^/]+|e2e|bench)/' },
      to: {
        path: ours,
        pathNot: '^$1/',
        dependencyTypes: ['local'],
        dependencyTypesNot: ['aliased'],
      },
    },
    {
      name: 'through-exports-across-packages',
      comment: 'Only exports/ is public.',
      severity: 'error',
      from: { path: '^((packages|apps)/[^/]+|e2e|bench)/' },
      to: { path: '^(packages|apps)/[^/]+/src/', pathNot: ['^$1/', '^(packages|apps)/[^/]+/src/exports/'] },
    },
    {
      name: 'exports-are-for-others',
      comment: 'Inside a package, import from the file that defines the name: importing from exports/ creates cycles.',
      severity: 'error',
      from: { path: '^((packages|apps)/[^/]+)/src/', pathNot: ['^(packages|apps)/[^/]+/src/exports/', test] },
      to: { path: '^$1/src/exports/' },
    },
    {
      name: 'no-cycle',
      comment: 'Type imports count: files of a cycle can only be understood together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'Nothing imports this file and it imports nothing. Use it or delete it.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', test, entry, '^(apps|bench|e2e)/.*/public/', '^deploy/probe\\.mjs$'],
      },
      to: {},
    },
    {
      name: 'no-development-dependency-in-source',
      comment: 'Users do not get devDependencies. List it under dependencies or peerDependencies.',
      severity: 'error',
      from: {
        path: ['^packages/[^/]+/src/', '^apps/(console|demo|vault|gateway|relay)/src/'],
        // code that builds what is served runs wherever the builder runs
        pathNot: [test, '/(testing|test)/', '^apps/vault/src/buildFrame\\.ts$', '\\.d\\.ts$'],
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional', 'type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    {
      name: 'resolvable',
      comment:
        'No such file or package here. Check the spelling, that it is listed in package.json, and that it is installed.',
      severity: 'error',
      from: { path: ours },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    // files of apps that do not exist here; the tests create, type-check and build these apps
    exclude: { path: '^packages/create-latchkey/templates/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'browser', 'node'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
    skipAnalysisNotInRules: true,
  },
}
