import type { ConnectorEvents, ConnectorMeta, Env } from '@latchkey/core'
import type { Eip1193Provider } from '../provider.js'
import type { FindTransaction } from '../rpc/findTransaction.js'

export type InjectedOptions = {
  readonly meta: ConnectorMeta
  readonly provider: Eip1193Provider
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** Told whenever a connection through it begins or ends. */
  readonly onUse: (isUsed: boolean) => void
  readonly findTransaction: FindTransaction
}

/** What the parts of a connector share, those that are loaded later among them. */
export type WalletLink = Omit<InjectedOptions, 'onUse'> & {
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
  /** Listens to the provider, which is foreign and may refuse. Returns its undoing. */
  listen(event: string, listener: (payload: unknown) => unknown): () => void
}
