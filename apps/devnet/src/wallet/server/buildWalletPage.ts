import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '../../node/packageRoot.js'

/** Builds the page of the test wallet into a folder. */
export async function buildWalletPage(folder: string): Promise<void> {
  const source = join(packageRoot(), 'src/wallet/page')
  await mkdir(folder, { recursive: true })
  for (const name of ['index.html', 'styles.css']) await copyFile(join(source, name), join(folder, name))
  await build({
    entryPoints: [join(source, 'main.ts')],
    outfile: join(folder, 'main.js'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    // the wallet's library needs it for sign-ins
    inject: [join(source, 'buffer.ts')],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
}
