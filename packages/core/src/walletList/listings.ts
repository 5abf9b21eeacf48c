import type { WalletListing } from '../controllers/wallets/state.js'
import { parseLink, parseWebLink } from '../links/parseLink.js'
import { parseCaipNetworkId } from '../utils/caip.js'
import { isRecord } from '../utils/records.js'
import { toWalletName } from '../utils/walletClaims.js'

const limits = { id: 128, chains: 200 }

const rdns = /^[a-z0-9-]+(\.[a-z0-9_-]+)+$/i

/**
 * A row of a list of wallets: null where it has no id or no name, else what of it can be used. A link that must not be
 * followed is left out, and so is an image of another host: images come by id from the service of the list. [S3.9]
 */
export function parseWalletListing(value: unknown): WalletListing | null {
  if (!isRecord(value)) return null
  const id = toId(value['id'])
  const name = toWalletName(value['name'])
  if (!id || !name) return null
  const fields: { readonly [field in keyof WalletListing]: WalletListing[field] } = {
    id,
    name,
    image_id: toId(value['image_id']),
    chains: toChains(value['chains']),
    homepage: parseWebLink(value['homepage']) ?? undefined,
    mobile_link: parseLink(value['mobile_link']) ?? undefined,
    link_mode: parseWebLink(value['link_mode']) ?? undefined,
    desktop_link: parseLink(value['desktop_link']) ?? undefined,
    webapp_link: parseWebLink(value['webapp_link']) ?? undefined,
    rdns: typeof value['rdns'] === 'string' && rdns.test(value['rdns']) ? value['rdns'] : undefined,
    app_store: parseWebLink(value['app_store']) ?? undefined,
    play_store: parseWebLink(value['play_store']) ?? undefined,
    chrome_store: parseWebLink(value['chrome_store']) ?? undefined,
    badge_type: value['badge_type'] === 'certified' ? 'certified' : undefined,
    order: Number.isFinite(value['order']) ? (value['order'] as number) : undefined,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined)) as WalletListing
}

/** Visible ASCII without the comma that lists are joined with, and not of dots alone: it becomes a part of an address. */
function toId(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= limits.id && /^(?!\.*$)[!-+\--~]+$/.test(value)
    ? value
    : undefined
}

function toChains(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, limits.chains).filter((chain) => parseCaipNetworkId(chain) !== null)
}

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
