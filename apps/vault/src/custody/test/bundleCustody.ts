import { rm } from 'node:fs/promises'
import { bundleProgram } from '@latchkey/devnet/programs'

/** Bundles the current sources of custody for Node, in a separate folder. */
export async function bundleCustody(): Promise<{ readonly file: string; readonly remove: () => Promise<void> }> {
  const { folder, file } = await bundleProgram('vault', { entries: { custody: 'src/custody/main.ts' } })
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}
