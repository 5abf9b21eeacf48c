import type { WalletListing } from '../controllers/wallets/state.js'

/**
 * A wallet of the bundled list in its small form: texts without what all of them have in common, '' for what is not known,
 * nothing at the end.
 */
export type WalletRow = readonly [
  id: string,
  name: string,
  /** Chain families by letter; `-` where they are not known. */
  families?: string,
  homepage?: string,
  mobileLink?: string,
  linkMode?: string,
  desktopLink?: string,
  webappLink?: string,
  /** `=` where it is the id. */
  rdns?: string,
  appStore?: string,
  /** `=` where it is the id. */
  playStore?: string,
  chromeStore?: string,
]

/** The main network of each family stands for it. */
const chainsByLetter: { readonly [letter: string]: string } = {
  e: 'eip155:1',
  s: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  b: 'bip122:000000000019d6689c085ae165831e93',
  p: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  c: 'cosmos:cosmoshub-4',
}

const stores = {
  app: 'https://apps.apple.com/app/id',
  play: 'https://play.google.com/store/apps/details?id=',
  chrome: 'https://chromewebstore.google.com/detail/',
}
const https = 'https://'

/** The wallet that a row stands for; `order` is its place among those that are known. */
export function toWalletListing(row: WalletRow, order: number): WalletListing {
  const [id, name, families = '-', homepage, mobile, universal, desktop, webapp, rdns, app, play, chrome] = row
  const own = (text: string): string => (text === '=' ? id : text)
  return {
    id,
    name,
    image_id: id,
    ...(families !== '-' && { order, chains: [...families].flatMap((letter) => chainsByLetter[letter] ?? []) }),
    ...(homepage && { homepage: https + homepage }),
    ...(mobile && { mobile_link: mobile }),
    ...(universal && { link_mode: https + universal }),
    ...(desktop && { desktop_link: desktop }),
    ...(webapp && { webapp_link: https + webapp }),
    ...(rdns && { rdns: own(rdns) }),
    ...(app && { app_store: stores.app + app }),
    ...(play && { play_store: stores.play + own(play) }),
    ...(chrome && { chrome_store: stores.chrome + chrome }),
  }
}
