import { isRecord, type StandardWallet, toWalletIcon, toWalletName } from '@latchkey/core'

/** Features of the Wallet Standard that are used here. */
export type StandardFeature =
  | 'standard:connect'
  | 'standard:disconnect'
  | 'standard:events'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'
  | 'solana:signIn'

/** A wallet as it registers itself, cut to what is safe to show. Every word of it is a claim. */
export type FoundWallet = {
  readonly name: string
  /** A data URL of an image, for image elements only. */
  readonly icon: string | undefined
  readonly features: readonly StandardFeature[]
}

const known: readonly StandardFeature[] = [
  'standard:connect',
  'standard:disconnect',
  'standard:events',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
]

/** Nobody is on more chains. */
const most = 100

/**
 * Reads each field of a foreign object once, as a second look may show another value. Null for what is no wallet that
 * connects and signs on Solana.
 */
export function parseStandardWallet(wallet: StandardWallet): FoundWallet | null {
  try {
    const { name, icon, chains, features } = wallet
    const label = toWalletName(name)
    if (!label || !Array.isArray(chains) || !isRecord(features)) return null
    const isOnSolana = chains.slice(0, most).some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))
    const offered = known.filter((feature) => isRecord(features[feature]))
    const isUsable = offered.includes('standard:connect') && offered.some((feature) => feature.startsWith('solana:'))
    return isOnSolana && isUsable ? { name: label, icon: toWalletIcon(icon), features: offered } : null
  } catch {
    return null // getters and proxies of other scripts may throw whatever they like
  }
}
