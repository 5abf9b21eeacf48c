import type { WalletListing } from '../controllers/wallets/state.js'
import { parseLink, parseWebLink } from '../links/parseLink.js'
import { parseCaipNetworkId } from '../utils/caip.js'
import { isRecord } from '../utils/records.js'
import { toWalletName } from '../utils/walletClaims.js'

const limits = { id: 128, chains: 200 }

const rdns = /^[a-z0-9-]+(\.[a-z0-9_-]+)+$/i

/**
 * A wallet of the bundled list in compact form: strings without their common prefixes, '' for unknown fields, trailing
 * fields omitted.
 */
export type WalletRow = readonly [
  id: string,
  name: string,
  /** Namespaces by letter; `-` if unknown. */
  namespaces?: string,
  homepage?: string,
  mobileLink?: string,
  linkMode?: string,
  desktopLink?: string,
  webappLink?: string,
  /** `=` if it equals the id. */
  rdns?: string,
  appStore?: string,
  /** `=` if it equals the id. */
  playStore?: string,
  chromeStore?: string,
]

/** The main network that represents each namespace. */
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

/**
 * Parses a wallet of a list. Null without an id or a name; other invalid fields are dropped, and so are unsafe links
 * and image URLs: images come by id from the service of the list. [S3.9]
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

/** Expands a compact row. `order` is its position in the list. */
export function toWalletListing(row: WalletRow, order: number): WalletListing {
  const [id, name, namespaces = '-', homepage, mobile, universal, desktop, webapp, rdns, app, play, chrome] = row
  const expand = (text: string): string => (text === '=' ? id : text)
  return {
    id,
    name,
    image_id: id,
    ...(namespaces !== '-' && { order, chains: [...namespaces].flatMap((letter) => chainsByLetter[letter] ?? []) }),
    ...(homepage && { homepage: https + homepage }),
    ...(mobile && { mobile_link: mobile }),
    ...(universal && { link_mode: https + universal }),
    ...(desktop && { desktop_link: desktop }),
    ...(webapp && { webapp_link: https + webapp }),
    ...(rdns && { rdns: expand(rdns) }),
    ...(app && { app_store: stores.app + app }),
    ...(play && { play_store: stores.play + expand(play) }),
    ...(chrome && { chrome_store: stores.chrome + chrome }),
  }
}

/** Parses an id: visible ASCII without commas, which join lists, and not only dots, as it becomes a path segment. */
function toId(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= limits.id && /^(?!\.*$)[!-+\--~]+$/.test(value)
    ? value
    : undefined
}

function toChains(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, limits.chains).filter((chain) => parseCaipNetworkId(chain) !== null)
}
