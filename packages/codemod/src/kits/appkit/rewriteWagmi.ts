import ts from 'typescript'
import { isImportOf, type Project, toSpecifier } from '../../project.js'
import { findStatement, type Source } from '../../source/createSource.js'
import { removeStatement } from '../../source/hooks.js'
import { getOptions, getProperty } from '../../source/objects.js'
import { findReferences, walk } from '../../source/references.js'
import { readValue } from '../../source/values.js'
import { type ModalOption, toField, toOption } from '../shared/modalOptions.js'
import type { CreatedModal } from '../shared/provideModal.js'

/** `wagmiAdapter.wagmiConfig`, with a cast around it; `isInside` a component or another function. */
type ConfigUse = { readonly node: ts.Node; readonly isInside: boolean }

export function findWagmiConfigs({ file }: Source): readonly ConfigUse[] {
  const uses: ConfigUse[] = []
  walk(file, (node) => {
    if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'wagmiConfig') return
    // the new config already has the right type
    const whole = ts.isAsExpression(node.parent) ? node.parent : node
    uses.push({ node: whole, isInside: ts.findAncestor(node, ts.isFunctionLike) !== undefined })
  })
  return uses
}

const kept = ['transports', 'ssr']

/** The options of `WagmiAdapter` that go to `createWagmiConfig()`, with `wagmi.` before their names. */
export function readWagmiOptions(source: Source): readonly ModalOption[] {
  const adapters = source.imports.from('@reown/appkit-adapter-wagmi').filter(({ name }) => name === 'WagmiAdapter')
  const made = adapters.flatMap(({ local }) => findReferences(source.file, local))
  return made.flatMap(({ parent }) => {
    const options = ts.isNewExpression(parent) ? getOptions(parent) : undefined
    return kept.flatMap((name) => {
      const value = getProperty(options, name)
      if (!value) return []
      // transports have computed keys: they can't move to another file
      const portable = readValue(source, value)
      return portable ? [toOption(`wagmi.${name}`, portable)] : [toOption(`wagmi.${name}`, value.getText(source.file))]
    })
  })
}

/** Prints `createWagmiConfig(modal, { … })`. */
export function printWagmiConfig(
  source: Source,
  { modal, options }: { readonly modal: string; readonly options: readonly ModalOption[] },
): string {
  const create = source.imports.use('createWagmiConfig', '@latchkey/adapter-evm/wagmi')
  const fields = kept.flatMap((name) => {
    const option = options.find((item) => item.name === `wagmi.${name}`)
    return option ? [toField(name, option.print(source.imports))] : []
  })
  return `${create}(${modal}${fields.length > 0 ? `, { ${fields.join(', ')} }` : ''})`
}

type Constant = { readonly name: string; readonly statement: ts.VariableStatement }

/** `const config = wagmiAdapter.wagmiConfig` at the top of a file. */
export function findConfigConstants(source: Source): readonly Constant[] {
  return findWagmiConfigs(source).flatMap(({ node }) => {
    const { parent } = node
    const statement = ts.isVariableDeclaration(parent) ? parent.parent.parent : undefined
    if (!statement || !ts.isVariableStatement(statement) || statement.parent !== source.file) return []
    return [{ name: (parent as ts.VariableDeclaration).name.getText(source.file), statement }]
  })
}

/** Name of the config in the file that creates the modal. */
const toConfigName = ({ configs, modalPath }: Project): string =>
  configs?.find(({ path }) => path === modalPath)?.name ?? 'wagmiConfig'

/** Replaces `wagmiAdapter.wagmiConfig` by a config that follows the modal, which the file of the modal exports. */
export function rewriteWagmi(
  source: Source,
  { project, modal }: { readonly project: Project; readonly modal: CreatedModal | undefined },
): void {
  const uses = findWagmiConfigs(source)
  const isShared = project.isConfigShared || project.options.some(({ name }) => name === 'wagmi.isImported')
  if (modal) {
    if (uses.length > 0 || isShared) createConfig(source, { project, modal, isShared })
    return
  }
  const { configs, modalPath } = project
  const use = (): string => source.imports.use(toConfigName(project), toSpecifier(source.path, modalPath ?? ''))
  const constants = findConfigConstants(source)
  for (const { node, isInside } of uses) {
    const constant = constants.find(({ statement }) => ts.findAncestor(node, (outer) => outer === statement))
    if (isInside && modalPath) source.replace(node, use())
    // other files import the config of the modal instead
    else if (constant && modalPath && configs && findReferences(source.file, constant.name).length === 1)
      removeStatement(source, constant.statement)
    else
      source.note(node, 'replace it with createWagmiConfig(modal) from @latchkey/adapter-evm/wagmi, next to the modal.')
  }
  for (const imported of source.imports.all) {
    const isConfig = configs?.some(
      ({ path, name }) =>
        path !== modalPath && name === imported.name && isImportOf(imported.module, { from: source.path, to: path }),
    )
    if (isConfig && modalPath) source.imports.swap(imported, toConfigName(project), toSpecifier(source.path, modalPath))
  }
}

/** Creates the config after the modal, under the name that the file has for it. */
function createConfig(
  source: Source,
  { project, modal, isShared }: { readonly project: Project; readonly modal: CreatedModal; readonly isShared: boolean },
): void {
  const [constant] = findConfigConstants(source)
  const name = constant?.name ?? 'wagmiConfig'
  const text = printWagmiConfig(source, { modal: modal.name, options: project.options })
  const exported = isShared || constant?.statement.modifiers ? 'export ' : ''
  source.edits.insert(findStatement(modal.statement).getEnd(), `\n\n${exported}const ${name} = ${text}`)
  // it may stand above the modal
  if (constant) removeStatement(source, constant.statement)
  for (const { node } of findWagmiConfigs(source)) source.replace(node, name)
}
