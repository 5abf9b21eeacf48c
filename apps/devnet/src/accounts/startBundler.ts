import { type AccountChain, type ChainBundler, createChainBundler } from './createChainBundler.js'
import { type ServedCall, serveChains } from './serveChains.js'

export type StartBundlerOptions = {
  /** Local ones, with the world's contracts. */
  readonly chains: readonly AccountChain[]
  /** Preferred port; a free one is taken where it is busy or not given. */
  readonly port?: number | undefined
}

export type RunningBundler = {
  readonly port: number
  /** Of one chain. */
  readonly toUrl: (chainId: number) => string
  /** All that was asked so far, oldest first. */
  readonly calls: readonly ServedCall[]
  /** Takes operations and includes none, on all chains, until `resume()`. */
  readonly pause: () => void
  readonly resume: () => void
  /** May be called often. */
  readonly stop: () => Promise<void>
}

/** A bundler for the operations of smart accounts, by the entry point's version 0.7, on several local chains. [ERC-4337] */
export async function startBundler({ chains, port = 0 }: StartBundlerOptions): Promise<RunningBundler> {
  const bundlers = new Map<number, ChainBundler>()
  for (const chain of chains) bundlers.set(chain.id, await createChainBundler(chain))
  const methods = new Map([...bundlers].map(([id, bundler]) => [id, bundler.methods]))
  const served = await serveChains(methods, port)
  return {
    port: served.port,
    toUrl: (chainId) => `${served.url}/${chainId}`,
    calls: served.calls,
    pause: () => {
      for (const bundler of bundlers.values()) bundler.pause()
    },
    resume: () => {
      for (const bundler of bundlers.values()) bundler.resume()
    },
    stop: served.close,
  }
}
