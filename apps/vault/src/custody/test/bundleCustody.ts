import { join } from 'node:path'
import { bundleProgram } from '../../test/bundleProgram.js'
import { makeRunFolder } from '../../test/makeRunFolder.js'

/** Custody as one file that Node runs, of our sources as they are. It lies in a folder of its own. */
export async function bundleCustody(): Promise<{ readonly file: string; readonly remove: () => Promise<void> }> {
  const { folder, remove } = await makeRunFolder()
  const file = join(folder, 'custody.mjs')
  await bundleProgram('custody', file)
  return { file, remove }
}
