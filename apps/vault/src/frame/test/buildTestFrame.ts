import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeFrameFolder } from '../../site/test/writeFrameFolder.js'

/** Builds a frame folder whose script is {@link ./promptPage.ts}. */
export async function buildTestFrame(): Promise<string> {
  const folder = await writeFrameFolder()
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('promptPage.ts', import.meta.url))],
    write: false,
    bundle: true,
    format: 'esm',
    target: 'es2022',
  })
  await writeFile(join(folder, 'frame-1.js'), outputFiles.map(({ text }) => text).join(''))
  return folder
}
