import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = new URL('../../../..', import.meta.url).pathname

/** The gateway as one file that Node runs, of our sources as they are. It lies in a folder of its own. */
export async function bundleGateway(): Promise<{ readonly folder: string; readonly file: string }> {
  // inside the app, so that its dependencies resolve; below node_modules, so that nothing else looks there
  const cache = join(root, 'apps/gateway/node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'run-'))
  const file = join(folder, 'main.mjs')
  await build({
    entryPoints: [join(root, 'apps/gateway/src/main.ts')],
    outfile: file,
    bundle: true,
    external: ['pg'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // modules of the older kind ask for parts of Node by it
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
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
  return { folder, file }
}
