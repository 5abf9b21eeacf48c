import { bitcoin } from '@latchkey/adapter-bitcoin'
import { evm } from '@latchkey/adapter-evm'
import { solana } from '@latchkey/adapter-solana'
import { setTheme } from '@latchkey/core/controllers/shell'
import { embeddedWallet } from '@latchkey/embedded-wallet'
import { siwx } from '@latchkey/siwx'
import { createModal, setLocale, type UiModal } from '@latchkey/ui-react'
import { walletConnect } from '@latchkey/walletconnect'
import type { DemoConfig } from '../config.js'
import { toNetworks, toSwapRouters } from '../networks.js'
import { type Setup, toSharedOptions } from './setup.js'

/** The vault knows this page by it. */
const projectId = 'demo'

/**
 * Creates the modal that the page shows: that of the code, on the networks and services of this machine. A service that
 * does not run here is left out.
 */
export function createLiveModal(
  config: DemoConfig,
  setup: Setup,
  { isInline }: { readonly isInline: boolean },
): UiModal {
  const { chains, pairing, embedded, signIn, gateway } = setup
  const running = {
    ...config,
    chains: chains.includes('evm') ? config.chains : [],
    solana: chains.includes('solana') ? config.solana : undefined,
    bitcoin: chains.includes('bitcoin') ? config.bitcoin : undefined,
  }
  const { frameUrl, relayUrl, socials: served = [] } = config
  const { features, ...options } = toSharedOptions(setup)
  const socials = setup.socials.filter((social) => served.includes(social))
  return createModal({
    // the lab keeps its own connections
    id: 'playground',
    adapters: [
      ...(chains.includes('evm') ? [evm()] : []),
      ...(running.solana ? [solana()] : []),
      ...(running.bitcoin ? [bitcoin({ networks: [], esplora: running.bitcoin.esploraUrl })] : []),
      ...(pairing && relayUrl ? [walletConnect()] : []),
      ...(embedded && frameUrl
        ? [embeddedWallet({ frameUrl, accountUrl: `${frameUrl}account?projectId=${projectId}` })]
        : []),
      ...(signIn === 'off' || !config.signIn
        ? []
        : [siwx({ server: config.signIn.serverUrl, required: signIn === 'required' })]),
    ],
    networks: toNetworks(running),
    projectId,
    services: {
      relay: relayUrl,
      wallets: config.walletsUrl,
      blockchainApi: gateway ? config.blockchainApiUrl : undefined,
    },
    swapRouters: toSwapRouters(running),
    ...options,
    features: { ...features, socials: socials.length > 0 ? socials : false },
    inline: isInline,
  })
}

/** Identifies the part of a setup whose change requires a new modal: all except the theme and the language. */
export function toStructure(setup: Setup): string {
  const { themeMode: _mode, themeVariables: _variables, locale: _locale, ...options } = toSharedOptions(setup)
  const { chains, pairing, embedded, signIn, gateway } = setup
  return JSON.stringify({ chains, pairing, embedded, signIn, gateway, options })
}

/** Applies the theme of a setup to a modal that is already there. */
export function applySetupTheme(modal: UiModal, setup: Setup): void {
  const { themeMode, themeVariables } = toSharedOptions(setup)
  const { variables } = modal.getState().theme
  // variables that are not passed keep their values
  const removed = Object.fromEntries(Object.keys(variables).map((name) => [name, '']))
  setTheme(modal, { mode: themeMode, variables: { ...removed, ...themeVariables } })
}

/** Applies the language of a setup to a modal that is already there. */
export function applySetupLocale(modal: UiModal, locale: Setup['locale']): void {
  void setLocale(modal, locale)
}
