import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = new URL('../../../../..', import.meta.url).pathname

/** Custody as one file that Node runs, of our sources as they are. It lies in a folder of its own. */
export async function bundleCustody(): Promise<{ readonly file: string; readonly remove: () => Promise<void> }> {
  // inside the app, so that its dependencies resolve; below node_modules, so that nothing else looks there
  const cache = join(root, 'apps/vault/node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'run-'))
  const file = join(folder, 'custody.mjs')
  await build({
    entryPoints: [join(root, 'apps/vault/src/custody/main.ts')],
    outfile: file,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^@latchkey\// }, ({ path }) => {
            const [, name = '', entry = 'index'] = path.split('/')
            return { path: join(root, 'packages', name, 'src/exports', `${entry}.ts`) }
          })
        },
      },
    ],
  })
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}
