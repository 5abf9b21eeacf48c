import type { Source } from '../../source/createSource.js'
import { getAttribute, getTagName, getValue, isTag, removeAttribute, renameTag, type Tag } from '../../source/jsx.js'
import { walk } from '../../source/references.js'

/** By element name without its prefix (`appkit-button`, `w3m-button`), or by component (`AppKitButton`). */
const buttons: Readonly<Record<string, string>> = {
  button: 'ConnectButton',
  'connect-button': 'ConnectButton',
  'account-button': 'AccountButton',
  'network-button': 'NetworkButton',
  AppKitButton: 'ConnectButton',
  AppKitConnectButton: 'ConnectButton',
  AppKitAccountButton: 'AccountButton',
  AppKitNetworkButton: 'NetworkButton',
}

/** Replaces the elements `<appkit-…>` and their components by buttons. */
export function rewriteButtons(source: Source): void {
  const components = new Map(
    source.imports
      .from('@reown/appkit/react')
      .filter(({ name }) => Object.hasOwn(buttons, name))
      .map((imported) => [imported.local, imported]),
  )
  for (const imported of components.values()) source.imports.drop(imported)
  walk(source.file, (node) => {
    if (!isTag(node)) return
    const name = getTagName(node)
    const found = buttons[components.get(name)?.name ?? /^(?:appkit|w3m)-(.+)$/.exec(name)?.[1] ?? '']
    if (!found) return
    renameTag(source, node, source.imports.use(found, '@latchkey/ui-react'))
    rewriteAttributes(source, node, found)
  })
}

function rewriteAttributes(source: Source, tag: Tag, button: string): void {
  const size = getAttribute(tag, 'size')
  if (size) removeAttribute(source, size)
  const balance = getAttribute(tag, 'balance')
  if (!balance) return
  const isShown = getValue(balance)?.getText(source.file).slice(1, -1) !== 'hide'
  if (button === 'AccountButton' && isShown) source.replace(balance, 'showBalance')
  else removeAttribute(source, balance)
}
