import ts from 'typescript'
import { type Project, toSpecifier } from '../../project.js'
import { findStatement, type Source } from '../../source/createSource.js'
import { removeStatement } from '../../source/hooks.js'
import { getOptions, getProperty } from '../../source/objects.js'
import { findReferences, walk } from '../../source/references.js'
import { readValue } from '../../source/values.js'
import { type ModalOption, toField, toOption } from '../shared/modalOptions.js'
import type { CreatedModal } from './provideModal.js'

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

/** Replaces `wagmiAdapter.wagmiConfig` by a config that follows the modal, which the file of the modal exports. */
export function rewriteWagmi(
  source: Source,
  { project, modal }: { readonly project: Project; readonly modal: CreatedModal | undefined },
): void {
  const uses = findWagmiConfigs(source)
  const isShared = project.options.some(({ name }) => name === 'wagmi.isImported')
  if (modal) {
    if (uses.length === 0 && !isShared) return
    const statement = findStatement(modal.statement)
    const text = printWagmiConfig(source, { modal: modal.name, options: project.options })
    source.edits.insert(statement.getEnd(), `\n\n${isShared ? 'export ' : ''}const wagmiConfig = ${text}`)
    for (const { node } of uses) source.replace(node, 'wagmiConfig')
    return
  }
  for (const { node, isInside } of uses) {
    if (isInside && project.modalPath) {
      source.replace(node, source.imports.use('wagmiConfig', toSpecifier(source.path, project.modalPath)))
      continue
    }
    const statement = ts.findAncestor(node, ts.isVariableStatement)
    const name = statement?.declarationList.declarations[0]?.name.getText(source.file) ?? ''
    // `export const config`, which the templates of AppKit have and nothing needs
    if (statement && project.imported && !project.imported.has(name) && findReferences(source.file, name).length <= 1) {
      removeStatement(source, statement)
      continue
    }
    source.note(node, 'replace it with createWagmiConfig(modal) from @latchkey/adapter-evm/wagmi, next to the modal.')
  }
}
