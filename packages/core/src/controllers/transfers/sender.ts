import type { CaipNetworkId, Namespace } from '../../utils/caip.js'

/** Whose transfer it is, and where. */
export type Sender = {
  readonly namespace: Namespace
  readonly caipNetworkId: CaipNetworkId
  readonly address: string
}
