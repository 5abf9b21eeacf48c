import ts from 'typescript'
import { isImportOf, type Project, toSpecifier } from '../../project.js'
import type { Source } from '../../source/createSource.js'
import { findStatement } from '../../source/createSource.js'
import {
  getAttribute,
  getTagName,
  getValue,
  isTag,
  listAttributes,
  renameTag,
  replaceAttributes,
  type Tag,
} from '../../source/jsx.js'
import { walk } from '../../source/references.js'
import { type Reads, readAll } from './attributes.js'
import { type ModalOption, printModal, type Settings, toModalName } from './modalOptions.js'

const ui = '@latchkey/ui-react'

/** Finds the elements with this name. */
export function findTags({ file }: Source, name: string): readonly Tag[] {
  const tags: Tag[] = []
  walk(file, (node) => {
    if (isTag(node) && getTagName(node) === name) tags.push(node)
  })
  return tags
}

/** Settings of each provider of a file. */
export type Providers = ReadonlyMap<Tag, Settings>

/** Reads the settings of a kit's providers, before its imports are dropped. */
export function readProviders(
  source: Source,
  { kit, reads, owner }: { readonly kit: string; readonly reads: Reads; readonly owner: string },
): Providers {
  const imported = source.imports.from(kit).filter(({ name }) => name === owner)
  const tags = imported.flatMap(({ local }) => findTags(source, local))
  return new Map(tags.map((tag) => [tag, readAll(source, { items: listAttributes(tag), reads, owner })]))
}

/** The options that all providers of a file set. */
export const getOptionsOf = (providers: Providers): readonly ModalOption[] =>
  [...providers.values()].flatMap(({ options }) => options)

/**
 * Replaces the providers of another modal by `LatchkeyProvider`. Creates the modal in this file if no other one does, on top of
 * the app's own wagmi config.
 */
export function replaceProviders(
  source: Source,
  {
    providers,
    project,
    isMadeHere,
  }: {
    readonly providers: Providers
    readonly project: Project
    /** Whether another part of this file creates the modal. */
    readonly isMadeHere: boolean
  },
): void {
  for (const [tag, settings] of providers) {
    const modal = isMadeHere
      ? toModalName(source)
      : (importModal(source, project) ?? createHere(source, tag, project.options))
    for (const note of settings.notes) source.note(tag, note)
    if (modal === undefined) source.note(tag, 'pass the modal: <LatchkeyProvider modal={modal}>.')
    provide(source, tag, modal)
  }
}

/** Renames the element to `LatchkeyProvider`, with the modal as its only attribute. */
export function provide(source: Source, tag: Tag, modal: string | undefined): void {
  renameTag(source, tag, source.imports.use('LatchkeyProvider', ui))
  replaceAttributes(source, tag, modal === undefined ? [] : [`modal={${modal}}`])
}

/** Imports the modal from the file that creates it; undefined if this one has to. */
function importModal(source: Source, { modalPath, modalName }: Project): string | undefined {
  if (modalPath === source.path) return undefined
  const config = findWagmiConfig(source)
  const imported = config && ts.isIdentifier(config) ? source.imports.byLocal(config.text) : undefined
  // as the app imports that file, which may be by an alias
  if (imported && (!modalPath || isImportOf(imported.module, { from: source.path, to: modalPath })))
    return source.imports.use(modalName, imported.module)
  return modalPath && source.imports.use(modalName, toSpecifier(source.path, modalPath))
}

/** Creates the modal above the component, on top of the wagmi config that the component provides. */
function createHere(source: Source, tag: Tag, options: readonly ModalOption[]): string | undefined {
  const config = findWagmiConfig(source)
  if (!config || !ts.isIdentifier(config)) return undefined
  const wagmiEvm = source.imports.use('wagmiEvm', '@latchkey/adapter-evm/wagmi')
  const adapter = `${wagmiEvm}({ ${config.text === 'config' ? 'config' : `config: ${config.text}`} })`
  source.imports.addWhole(`${ui}/styles.css`)
  return insertModal(source, tag, printModal(source.imports, { adapters: [adapter], options }))
}

/** Declares the modal above the top-level statement that contains the node. Returns its name. */
export function insertModal(source: Source, node: ts.Node, text: string): string {
  const name = toModalName(source)
  const statement = ts.findAncestor(node, ({ parent }) => ts.isSourceFile(parent)) ?? findStatement(node)
  source.edits.insert(statement.getStart(source.file), `export const ${name} = ${text}\n\n`)
  return name
}

/** Finds the config passed to `WagmiProvider`. */
export function findWagmiConfig(source: Source): ts.Expression | undefined {
  const [provider] = findTags(source, 'WagmiProvider')
  return provider && getValue(getAttribute(provider, 'config'))
}
