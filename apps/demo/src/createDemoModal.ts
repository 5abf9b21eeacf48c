import { bitcoin } from '@latchkey/adapter-bitcoin'
import { evm } from '@latchkey/adapter-evm'
import { solana } from '@latchkey/adapter-solana'
import type { ShownTokens, SwapRouters } from '@latchkey/core'
import { embeddedWallet } from '@latchkey/embedded-wallet'
import { siwx } from '@latchkey/siwx'
import { createModal, type LocaleChoice, type UiModal } from '@latchkey/ui-react'
import { walletConnect } from '@latchkey/walletconnect'
import type { DemoConfig } from './config.js'
import type { DemoOptions } from './demoOptions.js'
import { toNetworks } from './toNetworks.js'
import { toSocials } from './toSocials.js'

const signInStatement = 'Sign in to the Latchkey demo.'

export type DemoWishes = {
  readonly locale?: LocaleChoice | undefined
  /** Address of a token of the first EVM chain, whose balance shows in place of the native one. */
  readonly shownToken?: string | undefined
}

/** The modal of this page: all that a site has to write. */
export function createDemoModal(
  config: DemoConfig,
  options: DemoOptions,
  { locale, shownToken }: DemoWishes = {},
): UiModal {
  const { branding, multiWallet, legal, strictMode: _, adapters: hasAdapters, ...more } = options
  const {
    solana: hasSolana,
    bitcoin: hasBitcoin,
    walletConnect: hasPairing,
    embeddedWallet: hasLogin,
    holds,
    email,
    socials: _socials,
    farcaster: _farcaster,
    siwx: hasSignIn,
    siwxRequired,
    smartWallet: __,
    blockchainApi: hasApi,
    remoteConfig,
    onramp,
    swaps,
    receive,
    send,
    activity,
    pay,
    ...flags
  } = more
  // the same app under another name, for which the vault has a policy
  const projectId = holds ? 'demo-holds' : 'demo'
  const networks = toNetworks({
    ...config,
    solana: hasSolana ? config.solana : undefined,
    bitcoin: hasBitcoin ? config.bitcoin : undefined,
  })
  const adapters = [
    evm(),
    ...(hasSolana && config.solana ? [solana()] : []),
    ...(hasBitcoin && config.bitcoin ? [bitcoin({ networks: [], esplora: config.bitcoin.esploraUrl })] : []),
    ...(hasPairing && config.relayUrl ? [walletConnect()] : []),
    ...(hasLogin && config.frameUrl
      ? [embeddedWallet({ frameUrl: config.frameUrl, accountUrl: `${config.frameUrl}account?projectId=${projectId}` })]
      : []),
    ...(hasSignIn
      ? [siwx({ server: config.signIn?.serverUrl, statement: signInStatement, required: siwxRequired })]
      : []),
  ]
  return createModal({
    // without chain families, pairing is the only way, and brings the networks
    ...(hasAdapters ? { adapters, networks } : { adapters: [walletConnect({ networks })] }),
    projectId,
    services: {
      relay: config.relayUrl,
      wallets: config.walletsUrl,
      blockchainApi: hasApi ? config.blockchainApiUrl : undefined,
      config: remoteConfig ? config.walletsUrl : undefined,
    },
    features: {
      ...{ branding, multiWallet, email, socials: toSocials(config, options) },
      ...{ onramp, swaps, receive, send, activity, pay },
    },
    ...flags,
    locale,
    tokens: toTokens(config, shownToken),
    swapRouters: toSwapRouters(config),
    ...(legal && {
      termsConditionsUrl: 'https://example.org/terms',
      privacyPolicyUrl: 'https://example.org/privacy',
    }),
  })
}

/** The market of the local chains, at one address on each of them. */
function toSwapRouters({ chains, swapRouter }: DemoConfig): SwapRouters | undefined {
  return swapRouter ? Object.fromEntries(chains.map(({ id }) => [`eip155:${id}`, [swapRouter]])) : undefined
}

/** With a picture of the page's own. */
function toTokens({ chains: [chain] }: DemoConfig, address: string | undefined): ShownTokens | undefined {
  return chain && address ? { [`eip155:${chain.id}`]: { address, image: '/favicon.svg' } } : undefined
}
