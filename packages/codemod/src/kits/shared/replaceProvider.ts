import type { Source } from '../../source/createSource.js'
import { getAttributes, getTagName, isTag, renameTag } from '../../source/jsx.js'
import { walk } from '../../source/walk.js'
import { findModal } from './findModal.js'

/** What the provider was told, and where that belongs now. */
const belongs: Readonly<Record<string, string>> = {
  theme: 'the look is themeMode and themeVariables of createModal().',
  mode: 'the look is themeMode and themeVariables of createModal().',
  customTheme: 'the look is themeMode and themeVariables of createModal().',
  locale: 'the language is locale of createModal().',
  initialChain: 'the first network is defaultNetwork of createModal().',
  avatar: 'a picture of the account comes with its name; views of your own are views of createModal().',
  options: 'these are options of createModal(), where there is the like.',
}

/** The provider of another modal becomes `LatchkeyProvider`. */
export function replaceProvider(source: Source, local: string, isMadeHere: boolean): void {
  const provider = source.imports.use('LatchkeyProvider', '@latchkey/ui-react')
  walk(source.file, (node) => {
    if (!isTag(node) || getTagName(node) !== local) return
    const modal = findModal(source, isMadeHere)
    for (const attribute of getAttributes(node)) {
      const note = belongs[attribute.name.getText()]
      if (note) source.note(node, note)
    }
    if (modal === undefined) source.note(node, 'give it the modal: <LatchkeyProvider modal={modal}>.')
    const { attributes } = node
    renameTag(source, node, provider)
    source.edits.replace(node.tagName.getEnd(), attributes.getEnd(), modal === undefined ? '' : ` modal={${modal}}`)
  })
}
