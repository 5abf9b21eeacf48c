import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { replaceStatement } from '../../source/hooks.js'
import { getOptions, getProperty } from '../../source/objects.js'

const ui = '@latchkey/ui-react'

/**
 * Replaces `const config = getDefaultConfig({ … })` by a modal, and a wagmi config that follows it.
 *
 * @param call the call that creates the config; `outer` is the call around it
 * @param projectKey the option that contains the project id
 */
export function replaceConfig(
  source: Source,
  { call, outer = call, projectKey }: { call: ts.CallExpression; outer?: ts.CallExpression; projectKey: string },
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
  const createModal = imports.use('createModal', ui)
  const evm = imports.use('evm', '@latchkey/adapter-evm')
  const createWagmiConfig = imports.use('createWagmiConfig', '@latchkey/adapter-evm/wagmi')
  imports.addWhole(`${ui}/styles.css`)

  const [chains, projectId, ssr, transports] = [read('chains'), read(projectKey), read('ssr'), read('transports')]
  const networks = chains === undefined ? '' : `{ networks: ${chains} }`
  const metadata = toMetadata(read)
  const modalOptions = [
    `adapters: [${evm}(${networks})]`,
    ...(metadata === undefined ? [] : [`metadata: ${metadata}`]),
    ...(projectId === undefined ? [] : [projectId === 'projectId' ? 'projectId' : `projectId: ${projectId}`]),
  ]
  const wagmiOptions = [
    ...(transports ? [toField('transports', transports)] : []),
    ...(ssr ? [toField('ssr', ssr)] : []),
  ]
  const rest = wagmiOptions.length > 0 ? `, { ${wagmiOptions.join(', ')} }` : ''
  const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ? 'export ' : ''
  source.note(
    statement,
    'for mobile wallets, add walletConnect({ relayUrl }) from @latchkey/walletconnect with a relay of your choice.',
  )
  replaceStatement(source, statement, [
    `export const modal = ${createModal}({${modalOptions.map((option) => `\n  ${option},`).join('')}\n})`,
    `${exported}const ${declaration.name.getText()} = ${createWagmiConfig}(modal${rest})`,
  ])
}

function toMetadata(read: (name: string) => string | undefined): string | undefined {
  const [name, description, url, icon] = [read('appName'), read('appDescription'), read('appUrl'), read('appIcon')]
  if (name === undefined) return undefined
  const fields = [toField('name', name)]
  if (description !== undefined) fields.push(toField('description', description))
  if (url !== undefined) fields.push(toField('url', url))
  if (icon !== undefined) fields.push(`icons: [${icon}]`)
  return `{ ${fields.join(', ')} }`
}

const toField = (name: string, value: string): string => (name === value ? name : `${name}: ${value}`)
