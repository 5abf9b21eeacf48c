import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { getAttributes, getTagName, getValue, isTag, removeAttribute, renameTag } from '../../source/jsx.js'
import { findReferences, walk } from '../../source/references.js'

/**
 * Replaces the button of another modal by `<ConnectButton>`. It keeps its label; the balance and the network have buttons of their own.
 *
 * @param exported the button's name in the other modal, for the notes
 */
export function replaceConnectButton(
  source: Source,
  { local, exported }: { readonly local: string; readonly exported: string },
): void {
  walk(source.file, (node) => {
    if (!isTag(node)) return
    const name = getTagName(node)
    if (name === `${local}.Custom`) {
      source.note(node, `build a custom button with useModal() and useAccount() instead of ${exported}.Custom.`)
      return
    }
    if (name !== local) return
    renameTag(source, node, source.imports.use('ConnectButton', '@latchkey/ui-react'))
    for (const attribute of getAttributes(node)) {
      const option = attribute.name.getText()
      if (option === 'label') continue
      removeAttribute(source, attribute)
      if (option === 'showBalance' && getValue(attribute)?.getText() !== 'false')
        source.note(node, 'use <AccountButton showBalance /> to show the balance.')
      if (option === 'chainStatus') source.note(node, 'use <NetworkButton /> to show the network.')
    }
  })
}

/** Whether a file uses the other modal's button as `<Button.Custom>`, which takes a render function. */
export function isCustom(file: ts.SourceFile, local: string): boolean {
  return findReferences(file, local).some(
    ({ parent }) => ts.isPropertyAccessExpression(parent) && parent.name.text === 'Custom',
  )
}
