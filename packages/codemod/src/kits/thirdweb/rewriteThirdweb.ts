import ts from 'typescript'
import type { Facts, Project } from '../../project.js'
import type { Imported } from '../../source/createImports.js'
import type { Source } from '../../source/createSource.js'
import { findCalls } from '../../source/hooks.js'
import {
  getAttribute,
  getValue,
  listAttributes,
  renameTag,
  replaceAttributes,
  type Tag,
  unwrapTag,
} from '../../source/jsx.js'
import { readAll } from '../shared/attributes.js'
import { createByProvider } from '../shared/createByProvider.js'
import { joinSettings, type ModalOption, type Settings, toOption } from '../shared/modalOptions.js'
import { sharedNotes } from '../shared/reads.js'
import { pairingNote } from '../shared/replaceConfig.js'
import { findTags } from '../shared/replaceProvider.js'
import { buttonReads, hasLogins, readLabel, toViemChain } from './facts.js'
import { isMigratedHook, rewriteThirdwebHooks } from './rewriteHooks.js'

const ui = '@latchkey/ui-react'

/** Finds the provider, and the options of the buttons. */
export function readThirdweb(source: Source): Facts {
  const isProvider = source.imports.from('thirdweb/react').some(({ name }) => name === 'ThirdwebProvider')
  const settings = listButtons(source).map((tag) => readButton(source, tag))
  const needsClient = source.imports.from('thirdweb').some(needsThirdweb)
  return {
    rank: isProvider ? 1 : 0,
    options: [...joinSettings(settings).options, ...(needsClient ? [toOption(clientOption, 'true')] : [])],
    isProvider,
  }
}

/** Set in projects that keep a part of thirdweb, and with it the client. */
const clientOption = 'thirdweb.client'

/** Whether an import stays with thirdweb: contracts, storage, pay. */
const needsThirdweb = ({ name, module, isType }: Imported): boolean =>
  module === 'thirdweb/react'
    ? !isMigrated(name)
    : !isType && name !== 'createThirdwebClient' && !['thirdweb/chains', 'thirdweb/wallets'].includes(module)

const isMigrated = (name: string): boolean =>
  /^(AutoConnect|ConnectButton|ConnectEmbed|ThirdwebProvider|\w+Theme)$/.test(name) || isMigratedHook(name)

const listButtons = (source: Source): readonly Tag[] =>
  source.imports
    .from('thirdweb/react')
    .filter(({ name }) => name === 'ConnectButton' || name === 'ConnectEmbed')
    .flatMap(({ local }) => findTags(source, local))

const readButton = (source: Source, tag: Tag): Settings =>
  readAll(source, { items: listAttributes(tag), reads: buttonReads, owner: 'ConnectButton' })

/** Migrates from the React SDK of thirdweb: its provider, button and hooks. Contracts stay with thirdweb, or go to viem. */
export function rewriteThirdweb(source: Source, project: Project): void {
  const { imports } = source
  const buttons = listButtons(source).map((tag) => ({ tag, notes: readButton(source, tag).notes }))
  for (const imported of imports.from('thirdweb/react')) if (imported.name === 'ConnectButton') imports.drop(imported)
  for (const imported of imports.from('thirdweb/chains')) {
    const { name, module } = toViemChain(imported)
    if (name === 'defineChain')
      source.note(
        imported.declaration,
        'defineChain() of viem takes the whole chain: import it from viem/chains instead.',
      )
    else imports.swap(imported, name, module)
  }
  for (const { tag, notes } of buttons) rewriteButton(source, { tag, notes })
  rewriteThirdwebHooks(source)
  for (const imported of imports.from('thirdweb/react')) rewriteImport(source, { imported, project })
  for (const { module, name, declaration } of imports.from('thirdweb').filter(needsThirdweb)) {
    if (module !== 'thirdweb/react')
      source.note(declaration, `${name} stays with thirdweb; to drop it, read and write contracts with viem or wagmi.`)
  }
  if (!project.options.some(({ name }) => name === clientOption)) removeClient(source)
}

/** Removes `export const client = createThirdwebClient(…)` where nothing of thirdweb is left. */
function removeClient(source: Source): void {
  const created = source.imports.from('thirdweb').filter(({ name }) => name === 'createThirdwebClient')
  for (const { statement } of created.flatMap(({ local }) => findCalls(source, local))) {
    if (!statement?.modifiers || statement.parent !== source.file) continue
    const isAll = source.file.statements.every((other) => other === statement || ts.isImportDeclaration(other))
    if (isAll) source.note(statement, 'delete this file: nothing needs the client of thirdweb.')
    // the file stays a module
    source.replace(statement, isAll ? 'export {}' : '')
  }
}

function rewriteImport(source: Source, { imported, project }: { imported: Imported; project: Project }): void {
  const { imports } = source
  const { name, local } = imported
  if (name === 'ThirdwebProvider') {
    for (const tag of findTags(source, local)) provideModal(source, { tag, project })
    imports.drop(imported)
  } else if (name === 'AutoConnect') {
    for (const tag of findTags(source, local)) unwrapTag(source, tag)
    imports.drop(imported)
  } else if (name === 'ConnectEmbed') {
    source.note(imported.declaration, 'to place the modal in the page, set inline: true and append modal.getElement().')
    imports.drop(imported)
  } else if (!/^use|Theme$|^ConnectButton$/.test(name))
    source.note(imported.declaration, `${name} has no direct counterpart.`)
}

function provideModal(source: Source, { tag, project }: { tag: Tag; project: Project }): void {
  const { imports } = source
  const find = (name: string): string | undefined =>
    project.options.find((option) => option.name === name)?.print(imports)
  const initial = find('defaultNetwork')
  const networks = find('networks') ?? `[${initial ?? imports.use('mainnet', 'viem/chains')}]`
  if (!find('networks') && !initial) source.note(tag, 'list the networks of the app in evm({ networks }).')
  if (hasLogins(source)) source.note(tag, sharedNotes.logins)
  source.note(tag, pairingNote)
  createByProvider(source, {
    tag,
    project,
    adapters: [`${imports.use('evm', '@latchkey/adapter-evm')}({ networks: ${networks} })`],
    options: project.options.filter(isModalOption),
  })
}

const isModalOption = ({ name }: ModalOption): boolean => name !== 'networks' && name !== clientOption

/** Keeps the label and the class; the other props are options of the modal. */
function rewriteButton(source: Source, { tag, notes }: { readonly tag: Tag; readonly notes: readonly string[] }): void {
  renameTag(source, tag, source.imports.use('ConnectButton', ui))
  const label = readLabel(getValue(getAttribute(tag, 'connectButton')))
  const className = getAttribute(tag, 'className')
  const text = label && (ts.isStringLiteral(label) ? `"${label.text}"` : `{${label.getText(source.file)}}`)
  replaceAttributes(source, tag, [
    ...(text ? [`label=${text}`] : []),
    ...(className ? [className.getText(source.file)] : []),
  ])
  for (const note of notes) source.note(tag, note)
}
