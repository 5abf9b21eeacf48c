import type { WalletListing } from '../controllers/wallets/state.js'
import { parseLink, parseWebLink } from '../links/parseLink.js'
import { parseCaipNetworkId } from '../utils/caip.js'
import { isRecord } from '../utils/isRecord.js'
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
