import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { findReferences } from '../../source/findReferences.js'
import { findCalls } from '../../source/hooks.js'
import type { Imported } from '../../source/imported.js'
import { isCustom } from '../shared/isCustom.js'
import { replaceConfig } from '../shared/replaceConfig.js'
import { replaceProvider } from '../shared/replaceProvider.js'
import { rewriteConnectKitButton } from './rewriteConnectKitButton.js'
import { rewriteUseModal } from './rewriteUseModal.js'

/** ConnectKit: its default config, provider, button and hook. */
export function rewriteConnectKit(source: Source): void {
  const all = source.imports.from('connectkit')
  const config = all.find(({ name }) => name === 'getDefaultConfig')
  // what has no counterpart stays, so that the compiler finds it
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
    else if (name === 'ConnectKitButton') rewriteConnectKitButton(source, local)
    else if (name === 'useModal') rewriteUseModal(source, local)
    else source.note(declaration, toNote(name))
  }
}

function isKnown({ file }: Source, { name, local }: Imported): boolean {
  if (name === 'ConnectKitButton') return !isCustom(file, local)
  return name === 'getDefaultConfig' || name === 'ConnectKitProvider' || name === 'useModal'
}

/** `createConfig` of wagmi, where the default config was all that it was for. */
function dropUnused(source: Source, local: string): void {
  const imported = source.imports.byLocal(local)
  if (imported && findReferences(source.file, local).length === 1) source.imports.drop(imported)
}

function toNote(name: string): string {
  if (/SIWE/.test(name)) return `instead of ${name}: siwx({ server }) of @latchkey/siwx, one of the adapters.`
  return `${name} has no counterpart by name.`
}
