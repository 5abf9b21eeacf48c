import type { Source } from '../../source/createSource.js'
import { findCalls } from '../../source/hooks.js'
import type { Imported } from '../../source/imported.js'
import { isCustom } from '../shared/isCustom.js'
import { replaceConfig } from '../shared/replaceConfig.js'
import { replaceProvider } from '../shared/replaceProvider.js'
import { rewriteConnectButton } from './rewriteConnectButton.js'
import { rewriteModalHook } from './rewriteModalHook.js'

const kit = '@rainbow-me/rainbowkit'

/** Names that go without a word: what they were for is an option of the modal, which the provider's note tells. */
const themes: readonly string[] = ['darkTheme', 'lightTheme', 'midnightTheme', 'cssStringFromTheme']

const modalHook = /^use(Connect|Account|Chain)Modal$/

/** RainbowKit: its default config, provider, button and hooks. */
export function rewriteRainbowKit(source: Source): void {
  const all = source.imports.from(kit)
  const config = all.find(({ name }) => name === 'getDefaultConfig')
  source.imports.swapWhole(`${kit}/styles.css`, '@latchkey/ui-react/styles.css')

  // what has no counterpart stays, so that the compiler finds it
  for (const imported of all) if (isKnown(source, imported)) source.imports.drop(imported)
  if (config) {
    for (const { call } of findCalls(source, config.local)) replaceConfig(source, { call, projectKey: 'projectId' })
  }
  for (const { name, local, declaration } of all) {
    if (name === 'getDefaultConfig' || themes.includes(name)) continue
    if (name === 'RainbowKitProvider') replaceProvider(source, local, config !== undefined)
    else if (name === 'ConnectButton') rewriteConnectButton(source, local)
    else if (modalHook.test(name)) rewriteModalHook(source, name, local)
    else source.note(declaration, toNote(name))
  }
}

function isKnown({ file }: Source, { name, local }: Imported): boolean {
  if (name === 'ConnectButton') return !isCustom(file, local)
  return name === 'getDefaultConfig' || name === 'RainbowKitProvider' || themes.includes(name) || modalHook.test(name)
}

function toNote(name: string): string {
  if (/Authentication/.test(name)) return `instead of ${name}: siwx({ server }) of @latchkey/siwx, one of the adapters.`
  if (/Wallets?$/.test(name)) {
    return `instead of ${name}: wallets of the page are found by themselves; a wagmi config of your own is wagmiEvm({ config }).`
  }
  return `${name} has no counterpart by name.`
}
