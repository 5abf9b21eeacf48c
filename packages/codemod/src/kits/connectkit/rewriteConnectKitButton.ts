import type { Source } from '../../source/createSource.js'
import { getAttributes, getTagName, getValue, isTag, removeAttribute, renameTag } from '../../source/jsx.js'
import { walk } from '../../source/walk.js'

/** `<ConnectKitButton>` keeps its label. */
export function rewriteConnectKitButton(source: Source, local: string): void {
  walk(source.file, (node) => {
    if (!isTag(node)) return
    const name = getTagName(node)
    if (name === `${local}.Custom`) {
      source.note(
        node,
        'a button of your own: useModal() and useAccount() in place of what ConnectKitButton.Custom gave.',
      )
      return
    }
    if (name !== local) return
    renameTag(source, node, source.imports.use('ConnectButton', '@latchkey/ui-react'))
    for (const attribute of getAttributes(node)) {
      const option = attribute.name.getText()
      if (option === 'label') continue
      removeAttribute(source, attribute)
      if (option === 'showBalance' && getValue(attribute)?.getText() !== 'false')
        source.note(node, 'the balance is shown by <AccountButton showBalance />.')
    }
  })
}
