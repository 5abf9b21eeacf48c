import type { CaipNetworkId, Connector, ConnectorFeatures, Namespace, Network } from '@latchkey/core'
import type { Awaitable, Rig, Subject } from '../defineCase.js'
import type { FeatureChecks } from '../features.js'

/**
 * What a case does in the place of the wallet's user. Cases that need a control which is absent are not applicable, and
 * say so.
 */
export type WalletControls = {
  /** From now on its user says yes to every prompt. So it begins. */
  readonly approve: () => Awaitable
  /** From now on its user says no. */
  readonly reject: () => Awaitable
  /** From now on prompts stay open. */
  readonly hang: () => Awaitable
  /** Says yes to the prompts that are open, and to all after them. */
  readonly release: () => Awaitable
  /** How many prompts were shown so far. */
  readonly prompts: () => number
  /** Selects another account in the wallet. It begins with 0; cases select 1. */
  readonly selectAccount?: ((index: number) => Awaitable) | undefined
  /** Switches the network in the wallet. It begins with `network`; cases switch to `otherNetwork`. */
  readonly selectNetwork?: ((caipNetworkId: CaipNetworkId) => Awaitable) | undefined
  /** Ends the connection in the wallet, as in its list of connected sites. */
  readonly letGo?: (() => Awaitable) | undefined
  /** Whether the wallet takes its consent back when the site disconnects. */
  readonly canRevoke?: true | undefined
  /** Whether the wallet follows the app to any network without asking its user, as those that are told it with each request. */
  readonly switchesUnasked?: true | undefined
  /** How many listeners the connector has on the wallet's own interface now. */
  readonly listeners?: (() => number) | undefined
}

/** A connector on a wallet of its own, which has never seen this site. */
export type ConnectorRig = Rig & {
  readonly connector: Connector
  /** The one that is tested; a connector of several has a subject for each. */
  readonly namespace: Namespace
  /** Where the wallet is. */
  readonly network: Network
  /** Where else it can go. */
  readonly otherNetwork?: Network | undefined
  readonly wallet: WalletControls
  /** By feature: what to ask for, and whether the answer holds. A feature without one is not tried in full. */
  readonly checks?: FeatureChecks<ConnectorFeatures> | undefined
}

/** A connector as its author hands it to the conformance cases. `create` also stands for a reload of the page. */
export type ConnectorSubject = Subject<ConnectorRig>
