import type { ConnectorMeta, PluginContext } from '@latchkey/core'
import type { Config, Connector } from 'wagmi'
import type { FindTransaction } from '../../rpc/findTransaction.js'

/** What the parts of a connector share, those that are loaded later among them. */
export type ConfigLink = Pick<PluginContext, 'env' | 'warn'> & {
  readonly config: Config
  readonly connector: Connector
  readonly meta: ConnectorMeta
  /** Connectors (by uid) whose wallet this modal has asked, until it has answered. */
  readonly prompts: Set<string>
  /** Told when a connect has ended, whichever way. `isMade`: the visitor has made a connection in the modal. */
  readonly onAsked: (isMade: boolean) => void
  readonly findTransaction: FindTransaction
}
