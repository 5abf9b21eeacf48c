import type { PluginContext } from '@latchkey/core'
import type { Config } from 'wagmi'
import { type ChainFeatures, createChainFeatures } from '../../features/createChainFeatures.js'
import { createConfigRpc } from './createConfigRpc.js'

/** What `evm()` reads from nodes, read through the transports of the config. */
export function createConfigFeatures(config: Config, context: PluginContext): ChainFeatures {
  return createChainFeatures(context, createConfigRpc(config, context))
}
