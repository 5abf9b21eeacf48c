import type { Source } from '../../source/createSource.js'
import { getAttributes, getTagName, getValue, isTag, removeAttribute, renameTag } from '../../source/jsx.js'
import { walk } from '../../source/walk.js'

/** `<ConnectButton>` keeps its label; what else it showed are the other two buttons. */
export function rewriteConnectButton(source: Source, local: string): void {
  walk(source.file, (node) => {
    if (!isTag(node)) return
    const name = getTagName(node)
    if (name === `${local}.Custom`) {
      source.note(node, 'a button of your own: useModal() and useAccount() in place of what ConnectButton.Custom gave.')
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
      if (option === 'chainStatus') source.note(node, 'the network is shown by <NetworkButton />.')
    }
  })
}
