import ts from 'typescript'
import type { Imported } from '../../source/createImports.js'
import type { Source } from '../../source/createSource.js'
import { findCalls, removeStatement } from '../../source/hooks.js'
import { getOptions, getProperty, getPropertyName, removeProperties } from '../../source/objects.js'
import { findReferences } from '../../source/references.js'
import { resolve } from '../../source/values.js'
import { type ModalOption, printModal, toModalName, toOption } from '../shared/modalOptions.js'
import { pairingNote } from '../shared/replaceConfig.js'
import { kit } from './facts.js'

/** `connectors: connectorsForWallets(…)` in the app's own wagmi config. */
type WalletList = {
  readonly call: ts.CallExpression
  readonly config: ts.CallExpression
  readonly statement: ts.VariableStatement
  readonly name: string
}

/** Finds wagmi configs at the top of the file whose connectors are all of RainbowKit's wallets. */
export function findWalletLists(source: Source): readonly WalletList[] {
  const lists = source.imports.from(kit).filter(({ name }) => name === 'connectorsForWallets')
  const calls = lists.flatMap(({ local }) => findCalls(source, local)).map(({ call }) => call)
  const configs = source.imports
    .from('wagmi', '@wagmi/core')
    .filter(({ name }) => name === 'createConfig')
    .flatMap(({ local }) => findCalls(source, local))
  return configs.flatMap(({ call: config, statement }) => {
    const connectors = getProperty(getOptions(config), 'connectors')
    const call = connectors && calls.find((item) => item === resolve(source, connectors))
    const name = statement?.declarationList.declarations[0]?.name.getText(source.file)
    const isTop = statement?.parent === source.file
    return call && statement && isTop && name !== undefined ? [{ call, config, statement, name }] : []
  })
}

/** Whether an import is only needed for such lists. */
export function isWalletList(source: Source, { name, local }: Imported): boolean {
  if (!/[wW]allets?$/.test(name)) return false
  const calls = findWalletLists(source).map(({ call }) => call)
  return (
    calls.length > 0 && findReferences(source.file, local).every((node) => calls.some((call) => isInside(node, call)))
  )
}

const isInside = (node: ts.Node, outer: ts.Node): boolean =>
  ts.findAncestor(node, (parent) => parent === outer) !== undefined

/** Removes the lists from the wagmi config, which finds installed wallets by itself, and creates the modal on top of it. */
export function replaceWalletLists(source: Source, options: readonly ModalOption[]): boolean {
  const lists = findWalletLists(source)
  for (const { call, config, statement, name } of lists) {
    const object = getOptions(config)
    if (object) removeProperties(source, object, (property) => getPropertyName(property) === 'connectors')
    const declaration = ts.findAncestor(call, ts.isVariableStatement)
    if (declaration && declaration !== statement) removeStatement(source, declaration)
    const wagmiEvm = source.imports.use('wagmiEvm', '@latchkey/adapter-evm/wagmi')
    source.imports.addWhole('@latchkey/ui-react/styles.css')
    const [, app] = call.arguments
    const info = app && resolve(source, app)
    const text = (key: string): string | undefined =>
      info && ts.isObjectLiteralExpression(info) ? getProperty(info, key)?.getText(source.file) : undefined
    const own = Object.entries({ 'metadata.name': text('appName'), projectId: text('projectId') })
    const modal = printModal(source.imports, {
      adapters: [`${wagmiEvm}({ ${name === 'config' ? name : `config: ${name}`} })`],
      options: [...own.flatMap(([key, value]) => (value === undefined ? [] : [toOption(key, value)])), ...options],
    })
    source.edits.insert(statement.getEnd(), `\n\nexport const ${toModalName(source)} = ${modal}`)
    source.note(
      statement,
      'installed wallets are discovered; choose those of the list with featuredWalletIds and includeWalletIds, and show them in groups with walletGroups.',
    )
    source.note(statement, pairingNote)
  }
  return lists.length > 0
}
