import type { AdapterSet } from './adapterSets.js'
import type { Installed } from './listInstalled.js'

type Guest = AdapterSet['absent'][number]

/** Names of packages, and texts that code for it cannot do without and nothing else has. */
const marks: { readonly [guest in Guest]: { readonly names: RegExp; readonly texts: readonly string[] } } = {
  bitcoin: { names: /bitcoin|psbt/i, texts: ['bitcoinjs', 'btc_providers', 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'] },
  solana: { names: /solana/i, texts: ['wallet-standard:', 'SystemProgram', 'solana:signTransaction'] },
  walletConnect: { names: /walletconnect|reown/i, texts: ['irn_subscribe', 'wc_sessionPropose'] },
}

/** What of other adapters an app that did not ask for them has installed or bundled. */
export function findUninvited(
  { absent }: AdapterSet,
  { installed, scripts }: { readonly installed: readonly Installed[]; readonly scripts: string },
): readonly string[] {
  return absent.flatMap((guest) => {
    const { names, texts } = marks[guest]
    return [
      ...installed.filter(({ name }) => names.test(name)).map(({ name }) => `${name} is installed`),
      ...texts.filter((text) => scripts.includes(text)).map((text) => `"${text}" is in the bundle`),
    ]
  })
}

/** Texts that an app which asked for them must have: else the search above would find nothing in any app. */
export const hasInvited = ({ absent }: AdapterSet, scripts: string): boolean =>
  (Object.keys(marks) as Guest[])
    .filter((guest) => !absent.includes(guest))
    .every((guest) => marks[guest].texts.some((text) => scripts.includes(text)))
