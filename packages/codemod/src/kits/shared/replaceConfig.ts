import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { getOptions, getProperty, getPropertyName } from '../../source/objects.js'
import { type ModalOption, printModal, toField, toModalName, toOption } from './modalOptions.js'

/** The options of the other modal's default config that have a counterpart. */
const known: readonly string[] = [
  ...['appDescription', 'appIcon', 'appName', 'appUrl', 'chains', 'projectId', 'ssr', 'transports'],
  'walletConnectProjectId',
]

const optionNotes: Readonly<Record<string, string>> = {
  connectors:
    'installed wallets are discovered; for wagmi connectors of your own, use wagmiEvm({ config }) instead of evm().',
  storage:
    'the modal stores the connection; for server rendering see cookieToInitialState() and keepCookie() of @latchkey/core/cookies.',
  wallets:
    'installed wallets are discovered; choose those of the list with featuredWalletIds and includeWalletIds, and show them in groups with walletGroups.',
}

/** Transports with URLs of the app's own. */
const ownNodes = /\b(http|webSocket)\(\s*[^)\s]/

export const pairingNote =
  'for mobile wallets, add walletConnect({ relayUrl }) from @latchkey/walletconnect with a relay of your choice.'

/**
 * Replaces `const config = getDefaultConfig({ … })` by a modal, and a wagmi config that follows it.
 *
 * @param call the call that creates the config; `outer` is the call around it
 * @param projectKey the option that contains the project id
 * @param options the provider's options
 * @param isReplaced whether an option of the call needs no note, as the modal stands in for it
 */
export function replaceConfig(
  source: Source,
  {
    call,
    outer = call,
    projectKey,
    options: more,
    isReplaced = () => false,
  }: {
    readonly call: ts.CallExpression
    readonly outer?: ts.CallExpression
    readonly projectKey: string
    readonly options: readonly ModalOption[]
    readonly isReplaced?: (option: string) => boolean
  },
): void {
  const options = getOptions(call)
  const declaration = outer.parent
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : undefined
  if (!options || !statement || !ts.isVariableStatement(statement) || !ts.isVariableDeclaration(declaration)) {
    source.note(
      outer,
      'create a modal here with createModal({ adapters: [evm({ networks })] }), and pass it to createWagmiConfig(modal).',
    )
    return
  }
  const read = (name: string): string | undefined => getProperty(options, name)?.getText(source.file)
  const { imports } = source
  const evm = imports.use('evm', '@latchkey/adapter-evm')
  const createWagmiConfig = imports.use('createWagmiConfig', '@latchkey/adapter-evm/wagmi')
  imports.addWhole('@latchkey/ui-react/styles.css')

  const [chains, projectId] = [read('chains'), read(projectKey)]
  const name = toModalName(source)
  const networks = chains === undefined ? '' : `{ ${toField('networks', chains)} }`
  const modal = printModal(imports, {
    adapters: [`${evm}(${networks})`],
    options: [...toMetadata(read), ...(projectId === undefined ? [] : [toOption('projectId', projectId)]), ...more],
  })
  const wagmiOptions = ['transports', 'ssr'].flatMap((name) => {
    const value = read(name)
    return value === undefined ? [] : [toField(name, value)]
  })
  const rest = wagmiOptions.length > 0 ? `, { ${wagmiOptions.join(', ')} }` : ''
  const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ? 'export ' : ''
  source.note(statement, pairingNote)
  if (projectId !== undefined)
    source.note(
      statement,
      'projectId is only sent to services that you configure, such as that relay: remove it if none needs it.',
    )
  if (ownNodes.test(read('transports') ?? ''))
    source.note(
      statement,
      'the modal reads through the rpcUrls of its networks, wagmi through transports: set your nodes in rpcUrls, or with services.rpc, too.',
    )
  for (const property of options.properties) {
    const name = getPropertyName(property) ?? property.getText(source.file)
    if (!known.includes(name) && !isReplaced(name))
      source.note(statement, optionNotes[name] ?? `the option ${name} has no counterpart: see docs/options.md.`)
  }
  // other declarations of the statement stay: those before may be used by the options
  const { declarationList: list } = statement
  const before = list.declarations[list.declarations.indexOf(declaration) - 1]
  const start = statement.getStart(source.file)
  const indent = ' '.repeat(source.file.getLineAndCharacterOfPosition(start).character)
  const end = `${statement.getText(source.file).endsWith(';') ? ';' : ''}\n${indent}`
  const keyword = /^\w+/.exec(list.getText(source.file))?.[0] ?? 'const'
  source.edits.replace(
    before ? before.getEnd() : start,
    outer.getEnd(),
    [
      ...(before ? [''] : []),
      `export const ${name} = ${modal}`,
      `${exported}${keyword} ${declaration.name.getText()} = ${createWagmiConfig}(${name}${rest})`,
    ].join(end),
  )
}

const metadataFields = { appName: 'name', appDescription: 'description', appUrl: 'url', appIcon: 'icons' } as const

function toMetadata(read: (name: string) => string | undefined): readonly ModalOption[] {
  // wallets show nothing of an app without a name
  if (read('appName') === undefined) return []
  return Object.entries(metadataFields).flatMap(([option, field]) => {
    const value = read(option)
    if (value === undefined) return []
    return [toOption(`metadata.${field}`, field === 'icons' ? `[${value}]` : value)]
  })
}
