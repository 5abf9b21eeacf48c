import type { AdapterSet } from './adapterSets.js'
import type { Installed } from './listInstalled.js'

type Guest = AdapterSet['absent'][number]

/** Package names, and texts that only the code for it includes. */
const marks: { readonly [guest in Guest]: { readonly names: RegExp; readonly texts: readonly string[] } } = {
  bitcoin: { names: /bitcoin|psbt/i, texts: ['bitcoinjs', 'btc_providers', 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'] },
  solana: { names: /solana/i, texts: ['wallet-standard:', 'SystemProgram', 'solana:signTransaction'] },
  walletConnect: { names: /walletconnect|reown/i, texts: ['irn_subscribe', 'wc_sessionPropose'] },
}

/** Finds installed or bundled code of adapters that an app doesn't use. */
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

/** Finds texts missing in an app that uses the adapter: otherwise the search above could never find anything. */
export const hasInvited = ({ absent }: AdapterSet, scripts: string): boolean =>
  (Object.keys(marks) as Guest[])
    .filter((guest) => !absent.includes(guest))
    .every((guest) => marks[guest].texts.some((text) => scripts.includes(text)))
