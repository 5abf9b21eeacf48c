import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { getAttribute, getTagName, getValue, isTag } from '../../source/jsx.js'
import { walk } from '../../source/walk.js'

/**
 * The name of the modal in a file that provides it: where the wagmi config comes from another module of the app, the
 * modal is beside it there. Undefined where that cannot be told.
 *
 * @param isMadeHere whether this file makes the modal
 */
export function findModal(source: Source, isMadeHere: boolean): string | undefined {
  if (isMadeHere) return 'modal'
  let found: string | undefined
  walk(source.file, (node) => {
    if (!isTag(node) || getTagName(node) !== 'WagmiProvider') return
    const config = getValue(getAttribute(node, 'config'))
    if (!config || !ts.isIdentifier(config)) return
    const imported = source.imports.byLocal(config.text)
    if (imported) found = source.imports.use('modal', imported.module)
  })
  return found
}
