import ts from 'typescript'
import type { Facts, Project } from '../../project.js'
import type { Imported } from '../../source/createImports.js'
import { findStatement, type Source } from '../../source/createSource.js'
import { findCalls } from '../../source/hooks.js'
import { getOptions, getProperty } from '../../source/objects.js'
import { walk } from '../../source/references.js'
import { resolveList } from '../../source/values.js'
import { printModal, toModalName } from '../shared/modalOptions.js'
import { type CreatedModal, findRootRender, provideModal } from '../shared/provideModal.js'
import { sharedNotes } from '../shared/reads.js'
import { pairingNote, replaceConfig } from '../shared/replaceConfig.js'

const guide = 'see docs/migration/porto.md.'

/** The modules that export the connector. */
const connectorModules = ['wagmi/connectors', '@wagmi/connectors', '@wagmi/core/connectors', 'porto/wagmi']

const listConnectors = (source: Source): readonly Imported[] =>
  source.imports.all.filter(({ name, module }) => name === 'porto' && connectorModules.includes(module))

type Config = {
  readonly call: ts.CallExpression
  /** The connectors of Porto among them. */
  readonly porto: readonly ts.Expression[]
  readonly others: number
}

/** Finds the wagmi configs whose connectors include Porto. */
function findConfigs(source: Source): readonly Config[] {
  const locals = listConnectors(source).map(({ local }) => local)
  const created = source.imports.from('wagmi', '@wagmi/core').filter(({ name }) => name === 'createConfig')
  return created
    .flatMap(({ local }) => findCalls(source, local))
    .flatMap(({ call }) => {
      const connectors = getProperty(getOptions(call), 'connectors')
      const items = (connectors && resolveList(source, connectors)) ?? []
      const porto = items.filter((item) => ts.isCallExpression(item) && locals.includes(item.expression.getText()))
      return porto.length > 0 ? [{ call, porto, others: items.length - porto.length }] : []
    })
}

/** Reads which file has the wagmi config, and which renders the app. */
export function readPorto(source: Source): Facts {
  return { rank: findConfigs(source).length > 0 ? 2 : 0, options: [], isRoot: findRootRender(source) !== undefined }
}

const importNotes: Readonly<Record<string, string>> = {
  Actions: `permissions of apps are sessions: see useSessions() of @latchkey/ui-react and wallet_grantPermissions; ${guide}`,
  Hooks: `permissions of apps are sessions: see useSessions() of @latchkey/ui-react and wallet_grantPermissions; ${guide}`,
  Porto: `create a modal with createModal() of @latchkey/ui-react instead of Porto.create(); ${guide}`,
}

/** Migrates from Porto: its wagmi connector, and code that finds it by its id. */
export function rewritePorto(source: Source, project: Project): void {
  const { imports, file } = source
  const configs = findConfigs(source)
  const modal = configs.map((config) => createHere(source, config))[0]
  const connectors = listConnectors(source)
  for (const imported of connectors) {
    const isLeft = findCalls(source, imported.local).length > configs.flatMap(({ porto }) => porto).length
    if (isLeft) source.note(imported.declaration, `porto() has no counterpart here; ${guide}`)
    else imports.drop(imported)
  }
  for (const imported of imports.from('porto'))
    if (!connectors.includes(imported))
      source.note(
        imported.declaration,
        importNotes[imported.name] ?? `${imported.name} has no direct counterpart; ${guide}`,
      )
  walk(file, (node) => {
    if (ts.isStringLiteralLike(node) && node.text === 'xyz.ithaca.porto')
      source.note(node, "instead of the connector, open the modal with useModal(): open({ view: 'Connect' }).")
  })
  if (modal || /\bWagmiProvider\b/.test(file.text) || project.rootPath === source.path)
    provideModal(source, { project, modal })
}

/** Creates the modal where the config is; on top of it, if it has other connectors too. */
function createHere(source: Source, { call, porto, others }: Config): CreatedModal | undefined {
  const { imports, edits, file } = source
  const statement = findStatement(call)
  source.note(statement, `accounts of Porto can’t be moved: users send what they own to their new address; ${guide}`)
  source.note(statement, sharedNotes.logins)
  if (others === 0) {
    for (const imported of imports.from('wagmi', '@wagmi/core').filter(({ name }) => name === 'createConfig'))
      if (findCalls(source, imported.local).length === 1) imports.drop(imported)
    replaceConfig(source, {
      ...{ call, projectKey: 'projectId', options: [] },
      isReplaced: (option) => option === 'connectors',
    })
    return { name: toModalName(source), statement }
  }
  for (const item of porto) dropItem(source, item)
  const declaration = call.parent
  if (!ts.isVariableDeclaration(declaration) || !ts.isIdentifier(declaration.name)) {
    source.note(statement, 'create a modal here with createModal({ adapters: [wagmiEvm({ config })] }).')
    return undefined
  }
  const name = declaration.name.text
  const wagmiEvm = imports.use('wagmiEvm', '@latchkey/adapter-evm/wagmi')
  imports.addWhole('@latchkey/ui-react/styles.css')
  source.note(statement, pairingNote)
  const adapters = [`${wagmiEvm}({ ${name === 'config' ? name : `config: ${name}`} })`]
  edits.insert(
    statement.getEnd(),
    `\n\nexport const ${toModalName(source)} = ${printModal(imports, { adapters, options: [] })}`,
  )
  return { name: toModalName(source), statement: ts.isVariableStatement(statement) ? statement : file }
}

/** Removes an element of a list with its comma. */
function dropItem({ edits, file }: Source, item: ts.Expression): void {
  if (!ts.isArrayLiteralExpression(item.parent)) return
  const { elements } = item.parent
  const index = elements.indexOf(item)
  const next = elements[index + 1]
  const before = elements[index - 1]
  if (next) edits.replace(item.getStart(file), next.getStart(file), '')
  else edits.replace(before?.getEnd() ?? item.getStart(file), item.getEnd(), '')
}
