import ts from 'typescript'
import type { Imported } from '../../source/createImports.js'
import type { Source } from '../../source/createSource.js'
import { findCalls, getDestructured, replaceStatement } from '../../source/hooks.js'
import { findReferences } from '../../source/references.js'
import { replaceConfig } from '../shared/replaceConfig.js'
import { isCustom, replaceConnectButton } from '../shared/replaceConnectButton.js'
import { replaceProvider } from '../shared/replaceProvider.js'

/** Migrates from ConnectKit: its default config, provider, button and hook. */
export function rewriteConnectKit(source: Source): void {
  const all = source.imports.from('connectkit')
  const config = all.find(({ name }) => name === 'getDefaultConfig')
  // imports without a counterpart stay, so that the compiler reports them
  for (const imported of all) if (isKnown(source, imported)) source.imports.drop(imported)

  if (config) {
    for (const { call } of findCalls(source, config.local)) {
      const outer = ts.isCallExpression(call.parent) ? call.parent : call
      replaceConfig(source, { call, outer, projectKey: 'walletConnectProjectId' })
      if (outer !== call && ts.isIdentifier(outer.expression)) dropUnused(source, outer.expression.text)
    }
  }
  for (const { name, local, declaration } of all) {
    if (name === 'getDefaultConfig') continue
    if (name === 'ConnectKitProvider') replaceProvider(source, local, config !== undefined)
    else if (name === 'ConnectKitButton') replaceConnectButton(source, { local, exported: name })
    else if (name === 'useModal') rewriteUseModal(source, local)
    else source.note(declaration, toNote(name))
  }
}

function isKnown({ file }: Source, { name, local }: Imported): boolean {
  if (name === 'ConnectKitButton') return !isCustom(file, local)
  return name === 'getDefaultConfig' || name === 'ConnectKitProvider' || name === 'useModal'
}

/** Drops wagmi's `createConfig` if only the default config used it. */
function dropUnused(source: Source, local: string): void {
  const imported = source.imports.byLocal(local)
  if (imported && findReferences(source.file, local).length === 1) source.imports.drop(imported)
}

function toNote(name: string): string {
  if (/SIWE/.test(name)) return `instead of ${name}, add siwx({ server }) from @latchkey/siwx to adapters.`
  return `${name} has no direct counterpart.`
}

const views: Readonly<Record<string, string>> = {
  openProfile: 'Account',
  openSwitchNetworks: 'Networks',
  openSIWE: 'SIWXSignMessage',
  openAbout: 'WhatIsAWallet',
}

/** Replaces `const { open, setOpen } = useModal()`: the state setter becomes two actions and a state to read. */
function rewriteUseModal(source: Source, local: string): void {
  const { imports } = source
  const useModal = imports.use('useModal', '@latchkey/ui-react')
  for (const { call, statement, pattern } of findCalls(source, local)) {
    const destructured = pattern ? getDestructured(pattern) : []
    if (!statement || destructured.length === 0) {
      source.replace(call, `${useModal}()`)
      source.note(call, 'replace setOpen(true) with open(), and setOpen(false) with close().')
      continue
    }
    const lines = [`const { open: openModal, close: closeModal } = ${useModal}()`]
    const actions = destructured.map(({ field, local: name }) => {
      if (field === 'open') {
        return `const ${name} = ${imports.use('useModalState', '@latchkey/ui-react')}((state) => state.modal.open)`
      }
      if (field === 'setOpen') return `const ${name} = (next: boolean) => void (next ? openModal() : closeModal())`
      return `const ${name} = () => void openModal({ view: '${views[field] ?? 'Connect'}' })`
    })
    // drops the actions that aren't used
    const text = actions.join('\n')
    const needed = ['open: openModal', 'close: closeModal'].filter((part) => text.includes(`${part.split(' ')[1]}(`))
    if (needed.length > 0) lines[0] = `const { ${needed.join(', ')} } = ${useModal}()`
    else lines.shift()
    replaceStatement(source, statement, [...lines, ...actions])
  }
}
