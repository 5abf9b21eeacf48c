import type { Imported } from '../../source/createImports.js'
import type { Source } from '../../source/createSource.js'
import { findCalls, getDestructured, replaceStatement } from '../../source/hooks.js'
import { replaceConfig } from '../shared/replaceConfig.js'
import { isCustom, replaceConnectButton } from '../shared/replaceConnectButton.js'
import { replaceProvider } from '../shared/replaceProvider.js'

const kit = '@rainbow-me/rainbowkit'

/** Dropped without a note of their own: the provider's note explains where to set the theme. */
const themes: readonly string[] = ['darkTheme', 'lightTheme', 'midnightTheme', 'cssStringFromTheme']

const modalHook = /^use(Connect|Account|Chain)Modal$/

/** Migrates from RainbowKit: its default config, provider, button and hooks. */
export function rewriteRainbowKit(source: Source): void {
  const all = source.imports.from(kit)
  const config = all.find(({ name }) => name === 'getDefaultConfig')
  source.imports.swapWhole(`${kit}/styles.css`, '@latchkey/ui-react/styles.css')

  // imports without a counterpart stay, so that the compiler reports them
  for (const imported of all) if (isKnown(source, imported)) source.imports.drop(imported)
  if (config) {
    for (const { call } of findCalls(source, config.local)) replaceConfig(source, { call, projectKey: 'projectId' })
  }
  for (const { name, local, declaration } of all) {
    if (name === 'getDefaultConfig' || themes.includes(name)) continue
    if (name === 'RainbowKitProvider') replaceProvider(source, local, config !== undefined)
    else if (name === 'ConnectButton') replaceConnectButton(source, { local, exported: name })
    else if (modalHook.test(name)) rewriteModalHook(source, name, local)
    else source.note(declaration, toNote(name))
  }
}

function isKnown({ file }: Source, { name, local }: Imported): boolean {
  if (name === 'ConnectButton') return !isCustom(file, local)
  return name === 'getDefaultConfig' || name === 'RainbowKitProvider' || themes.includes(name) || modalHook.test(name)
}

function toNote(name: string): string {
  if (/Authentication/.test(name)) return `instead of ${name}, add siwx({ server }) from @latchkey/siwx to adapters.`
  if (/Wallets?$/.test(name)) {
    return `instead of ${name}, installed wallets are discovered automatically; for your own wagmi config use wagmiEvm({ config }).`
  }
  return `${name} has no direct counterpart.`
}

const views: Readonly<Record<string, string>> = { Connect: 'Connect', Account: 'Account', Chain: 'Networks' }

/** Replaces `const { openConnectModal } = useConnectModal()` and similar hooks by opening the modal at that view. */
function rewriteModalHook(source: Source, name: string, local: string): void {
  const kind = /^use(\w+)Modal$/.exec(name)?.[1] ?? ''
  const view = views[kind] ?? 'Connect'
  const useModal = source.imports.use('useModal', '@latchkey/ui-react')
  for (const { call, statement, pattern } of findCalls(source, local)) {
    const destructured = pattern ? getDestructured(pattern) : []
    const open = destructured.find(({ field }) => field === `open${kind}Modal`)
    const isOpen = destructured.find(({ field }) => field.endsWith('ModalOpen'))
    if (!statement || (!open && !isOpen)) {
      source.replace(call, `${useModal}()`)
      source.note(call, `open the modal with open({ view: '${view}' }).`)
      continue
    }
    const lines: string[] = []
    if (open) {
      lines.push(`const { open: open${view}View } = ${useModal}()`)
      lines.push(`const ${open.local} = () => void open${view}View({ view: '${view}' })`)
    }
    if (isOpen) {
      const select = source.imports.use('useModalState', '@latchkey/ui-react')
      lines.push(`const ${isOpen.local} = ${select}((state) => state.modal.open)`)
    }
    replaceStatement(source, statement, lines)
  }
}
