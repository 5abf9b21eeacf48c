import type { OnrampAsset } from './listAssets.js'
import type { Onramp } from './parseOnramp.js'

/** What can be bought, what with, and at whom. A currency that is on several networks is one. [S7.18] */
export function toOptionsReply({ providers, rates, limits }: Onramp, assets: readonly OnrampAsset[]): unknown {
  const symbols = [...new Set(assets.map(({ symbol }) => symbol))]
  return {
    purchaseCurrencies: symbols.map((symbol) => {
      const own = assets.filter((asset) => asset.symbol === symbol)
      const networks = own.map(({ network, caipNetworkId, token }) => ({
        ...{ name: network, display_name: network, chain_id: caipNetworkId },
        ...(token !== undefined && { contract_address: token }),
      }))
      return { id: symbol, name: own[0]?.name ?? symbol, symbol, networks }
    }),
    paymentCurrencies: ['USD', ...Object.keys(rates).filter((id) => id !== 'USD')].map((id) => ({
      id,
      payment_method_limits: limits,
    })),
    // neither secrets nor what they cost us
    providers: providers.map(({ name, label, feePercent, feeRange, iconUrl, publicKey }) => ({
      ...{ name, label, feeRange: feeRange ?? `${feePercent} %` },
      ...(iconUrl !== undefined && { iconUrl }),
      ...(publicKey !== undefined && { publicKey }),
    })),
  }
}
