import { type CaipNetworkId, parseCaipNetworkId } from '../../utils/caip.js'
import type { PayAsset } from './state.js'

export type ParsedPayAsset = Exclude<PayAsset, string>

/** Network, kind and reference. */
const pattern = /^([^/]{5,41})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})$/

/** Kinds that are tokens with an address of their own. */
const tokenKinds = ['erc20', 'token']

/** An asset as its parts; null for what is none. `slip44` stands for the native currency. [CAIP-19] */
export function parsePayAsset(asset: PayAsset): ParsedPayAsset | null {
  if (typeof asset !== 'string') return parseCaipNetworkId(asset?.caipNetworkId) ? asset : null
  const [network, kind = '', reference = ''] = pattern.exec(asset)?.slice(1) ?? []
  if (!parseCaipNetworkId(network)) return null
  const caipNetworkId = network as CaipNetworkId
  if (kind === 'slip44') return /^\d+$/.test(reference) ? { caipNetworkId } : null
  return tokenKinds.includes(kind) ? { caipNetworkId, address: reference } : null
}
