import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { getAttribute, getAttributes, getTagName, getValue, isTag, renameTag } from '../../source/jsx.js'
import { walk } from '../../source/references.js'

/** The note for each attribute of the old provider: where to set it now. */
const providerNotes: Readonly<Record<string, string>> = {
  theme: 'set the theme with themeMode and themeVariables of createModal().',
  mode: 'set the theme with themeMode and themeVariables of createModal().',
  customTheme: 'set the theme with themeMode and themeVariables of createModal().',
  locale: 'set the language with locale of createModal().',
  initialChain: 'set the initial network with defaultNetwork of createModal().',
  avatar: 'the avatar comes with the name of the account; add custom views with views of createModal().',
  options: 'set these on createModal(), where an equivalent exists.',
}

/** Replaces the provider of another modal by `LatchkeyProvider`. */
export function replaceProvider(source: Source, local: string, isMadeHere: boolean): void {
  const provider = source.imports.use('LatchkeyProvider', '@latchkey/ui-react')
  walk(source.file, (node) => {
    if (!isTag(node) || getTagName(node) !== local) return
    const modal = findModal(source, isMadeHere)
    for (const attribute of getAttributes(node)) {
      const note = providerNotes[attribute.name.getText()]
      if (note) source.note(node, note)
    }
    if (modal === undefined) source.note(node, 'pass the modal: <LatchkeyProvider modal={modal}>.')
    const { attributes } = node
    renameTag(source, node, provider)
    source.edits.replace(node.tagName.getEnd(), attributes.getEnd(), modal === undefined ? '' : ` modal={${modal}}`)
  })
}

/**
 * Finds the name of the modal in a file that provides it. If the wagmi config is imported from another module of the app, the modal is
 * exported next to it. Undefined if it can't be determined.
 *
 * @param isMadeHere whether this file creates the modal
 */
function findModal(source: Source, isMadeHere: boolean): string | undefined {
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
