import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { sourceAliases } from './scripts/lib/sourceAliases.mjs'

const source = (path: string): string => new URL(path, import.meta.url).pathname

const isLong = process.env['LATCHKEY_LONG'] !== undefined

/** Tests with WalletConnect clients, which leave timers behind that fail in whatever runs next. */
const apart = [
  'packages/walletconnect/src/**/*.test.ts',
  'apps/devnet/src/{relay,wallet}/**/*.test.ts',
  'apps/relay/src/realClients.test.ts',
]

/** Tests with databases. */
const servers = ['{apps/{console,gateway,relay,vault},packages/server-kit,deploy}/src/**/*.test.ts']

/** The bridge is tested with both major versions of wagmi. */
const wagmi2 = [
  { find: /^wagmi$/, replacement: source('packages/adapter-evm/node_modules/wagmi-2/dist/esm/exports/index.js') },
  { find: /^wagmi\/actions$/, replacement: source('packages/adapter-evm/test/wagmi2Actions.ts') },
]

/**
 * Groups files of one kind: a worker that has loaded the modules only takes files of its own project and environment,
 * and a new one would load them all again.
 */
class KindByKind extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).map((file) => ({ file, kind: toKind(file) }))
    return sorted.sort((one, other) => one.kind.localeCompare(other.kind)).map(({ file }) => file)
  }
}

function toKind({ project, moduleId }: TestSpecification): string {
  const environment = /@vitest-environment (\S+)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? 'node'
  return environment === 'node' ? project.name : environment
}

export default defineConfig({
  // unit tests read the sources, so that no build is needed before them
  resolve: { alias: sourceAliases() },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'apart', include: apart, globalSetup: source('apps/devnet/src/test/sharePostgres.ts') },
      },
      {
        extends: true,
        resolve: { alias: wagmi2 },
        test: { name: 'wagmi 2', include: ['packages/adapter-evm/src/wagmi/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          include: servers,
          exclude: [...apart, ...configDefaults.exclude],
          globalSetup: source('apps/devnet/src/test/sharePostgres.ts'),
          // most of a run would be spent on loading the same modules again: no module in the repository keeps state
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: [
            '{packages,apps,examples}/*/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
            'bench/src/**/*.test.ts',
          ],
          exclude: [...apart, ...servers, ...configDefaults.exclude],
          isolate: false,
          typecheck: {
            enabled: true,
            include: ['packages/*/src/**/*.test-d.ts'],
            tsconfig: './tsconfig.test-d.json',
            only: false,
          },
        },
      },
    ],
    // for processes and compilers on a busy machine: a failing wait reports itself earlier, and none of our timeouts lasts
    // this long without an injected clock
    testTimeout: isLong ? 600_000 : 180_000,
    hookTimeout: 240_000,
    // more than a machine with two cores has: much of the time is spent waiting
    sequence: { sequencer: KindByKind },
    maxWorkers: Math.max(4, availableParallelism() - 1),
    setupFiles: ['setUpTests', ...(isLong ? ['longRuns'] : [])].map((name) =>
      source(`packages/core/src/testing/${name}.ts`),
    ),
    restoreMocks: true,
    unstubGlobals: true,
    expect: { requireAssertions: true, poll: { timeout: 15_000 } },
    reporters: ['default', ['json', { outputFile: process.env['UNIT_REPORT'] ?? '.reports/unit.json' }]],
  },
})
