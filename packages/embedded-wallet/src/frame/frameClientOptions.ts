import type { CaipNetworkId, Namespace, PluginContext } from '@latchkey/core'
import type { FrameTimeout } from './frameClient.js'

export type FrameClientOptions = {
  readonly context: PluginContext
  /** Address of the frame's page; its query is kept, and ours is added. */
  readonly url: string
  /** Where messages go to and come from; the origin of `url` unless that redirects. */
  readonly origin?: string | undefined
  readonly projectId: string
  /** The network that the app is on in a chain family; of the whole app where no family is named. */
  getChain(namespace?: Namespace): CaipNetworkId | undefined
  getRpcUrl(chain: CaipNetworkId): string | undefined
  readonly enableLogger?: boolean | undefined
  onTimeout?(reason: FrameTimeout): void
}
