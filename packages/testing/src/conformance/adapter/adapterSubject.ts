import type { Account, AdapterFeatures, ChainAdapter, Env, Network } from '@latchkey/core'
import type { Awaitable, Rig, Subject } from '../defineCase.js'
import type { FeatureChecks } from '../features.js'

/** What a case does to the page and the chain. Cases that need a control which is absent are not applicable. */
export type AdapterControls = {
  /** Has one more wallet come to this page, as its extension does. */
  readonly announce?: ((page: Window) => Awaitable) | undefined
  /** From now on the nodes of `network` fail. */
  readonly breakChain?: (() => Awaitable) | undefined
  /** From now on the nodes of `network` take requests and never answer. */
  readonly hangChain?: (() => Awaitable) | undefined
}

/** A chain family with a chain of its own. */
export type AdapterRig = Rig & {
  /** Makes the plugin as an app does, at import and on servers too. */
  readonly createAdapter: () => ChainAdapter
  /** One of the plugin's networks. */
  readonly network: Network
  /** Exists on `network`. */
  readonly account?: Account | undefined
  /** Parts of the outside world, as a fetch that is not the global one. Window and timers are the case's own. */
  readonly env?: Partial<Omit<Env, 'window' | 'setTimeout'>> | undefined
  /** What the page has beside a bare window, as `{ ethereum }`. */
  readonly page?: object | undefined
  /** By feature: what to ask for, and whether the answer holds. */
  readonly checks?: FeatureChecks<AdapterFeatures> | undefined
  readonly controls: AdapterControls
}

/** An adapter as its author hands it to the conformance cases. */
export type AdapterSubject = Subject<AdapterRig>
