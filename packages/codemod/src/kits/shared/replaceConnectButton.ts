import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { getAttribute, getTagName, isTag, listAttributes, renameTag, replaceAttributes } from '../../source/jsx.js'
import { findReferences, walk } from '../../source/references.js'

const ui = '@latchkey/ui-react'

/** Notes about props that moved elsewhere. */
const notes: Readonly<Record<string, string>> = {
  accountStatus: 'the button shows the address, or the label that the app gives it; accountStatus has no counterpart.',
  chainStatus: 'use <NetworkButton /> to show the network.',
  showBalance: 'use <AccountButton showBalance /> to show the balance.',
}

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
      source.note(
        node,
        `instead of ${exported}.Custom, use ConnectButton.Custom of ${ui}: its function gets account (address, label), network, status, isUnsupportedNetwork, openConnect, openAccount and openNetworks; nothing is needed in place of mounted.`,
      )
      return
    }
    if (name !== local) return
    renameTag(source, node, source.imports.use('ConnectButton', ui))
    const label = getAttribute(node, 'label')
    replaceAttributes(source, node, label ? [label.getText(source.file)] : [])
    for (const { name: option, value } of listAttributes(node)) {
      const isOff =
        value?.kind === ts.SyntaxKind.FalseKeyword || (value && ts.isStringLiteral(value) && value.text === 'none')
      if (option !== 'label' && !isOff)
        source.note(node, notes[option] ?? `${option} of ${exported} has no counterpart.`)
    }
  })
}

/** Whether a file uses the other modal's button as `<Button.Custom>`, which takes a render function. */
export function isCustom(file: ts.SourceFile, local: string): boolean {
  return findReferences(file, local).some(
    ({ parent }) => ts.isPropertyAccessExpression(parent) && parent.name.text === 'Custom',
  )
}
