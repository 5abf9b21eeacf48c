import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = new URL('../../../..', import.meta.url).pathname

/**
 * A program of this app as one file that Node runs, of our sources as they are.
 * @param next steps that are appended to the schema of custody, as the next releases will
 */
export async function bundleProgram(
  name: 'custody' | 'site',
  outfile: string,
  { next = [] }: { readonly next?: readonly object[] | undefined } = {},
): Promise<void> {
  await build({
    entryPoints: [join(root, 'apps/vault/src', name, 'main.ts')],
    outfile,
    bundle: true,
    // with all that it needs, so that it starts within half a second; what of that is CommonJS asks for parts of Node
    external: ['pg-native'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        setup: ({ onResolve, onLoad }) => {
          onLoad({ filter: /custody\/database\/migrations\.ts$/ }, async ({ path }) => ({
            contents: `${await readFile(path, 'utf8')}\n;(migrations as unknown[]).push(...${JSON.stringify(next)})`,
            loader: 'ts',
          }))
          onResolve({ filter: /^@latchkey\// }, ({ path }) => {
            const [, name = '', entry = 'index'] = path.split('/')
            return { path: join(root, 'packages', name, 'src/exports', `${entry}.ts`) }
          })
        },
      },
    ],
  })
}
