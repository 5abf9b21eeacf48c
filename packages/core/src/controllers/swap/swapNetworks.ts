import type { CaipNetworkId } from '../../utils/caip.js'

const chainIds = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554] as const

/** Networks that have swaps. [S6.9] */
export const swapNetworkIds: readonly CaipNetworkId[] = chainIds.map((id) => `eip155:${id}` as const)
