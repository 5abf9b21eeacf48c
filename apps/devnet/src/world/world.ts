import type { Address } from 'viem'

export type WorldToken = {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export type WorldTokens = { readonly USDC: WorldToken; readonly DAI: WorldToken }

/** Whole tokens of each kind on every development account. */
export const devTokenBalance: bigint = 10_000n

/** Deployer of the world. Its key is unknown, so its nonces, and with them the addresses below, are stable. */
export const worldDeployer: Address = '0xd000000000000000000000000000000000000D00'

/** The same on every chain. Anybody may `mint(address to, uint256 amount)`. */
export const worldTokens: WorldTokens = {
  USDC: { address: '0x4331b26b27f48708c4c8D167E180A2a50b34CF3B', name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  DAI: { address: '0xC29cfd9e0be6cCaC86a234882a3a94cEEB400fCF', name: 'Dai', symbol: 'DAI', decimals: 18 },
}

/** `AccountFactory` of `contracts/Accounts.sol`, for counterfactual smart accounts. */
export const accountFactoryAddress: Address = '0xF8b1FDa13EfDE099BbBEBB9D43673724B952dae3'

/** Multicall3 at its canonical address. */
export const multicall3Address: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Chains with a world of their own; other ids use the first one's. */
export const worldChainIds: readonly number[] = [31_337, 31_338]
