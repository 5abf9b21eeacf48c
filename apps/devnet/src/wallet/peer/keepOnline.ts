/** The part of WalletConnect's clients that speaks to the relay. */
export type Transport = {
  readonly connected: boolean
  readonly connecting: boolean
  transportOpen(): Promise<void>
  transportClose(): Promise<void>
  readonly publisher: object
}

/** What its types leave out. */
type Publisher = { initialPublishTimeout: number; checkQueue(): void }

export type Online = {
  /** Lets go of the relay until `goOnline()`. */
  readonly goOffline: () => Promise<void>
  readonly goOnline: () => Promise<void>
  readonly stop: () => void
}

const checkMs = 500
/** How long the relay may take to say that it has a message, before it is given it again. The client's own: 15 s. */
const publishMs = 1_000

/**
 * Comes back to the relay whenever it was lost. The clients do so by themselves only where the first new socket is let in:
 * one that is refused counts as a wish to stay away. A message that was under way then is sent again at once.
 */
export function keepOnline(transport: Transport): Online {
  let isWanted = true
  const publisher = transport.publisher as Publisher
  publisher.initialPublishTimeout = publishMs
  const open = async (): Promise<void> => {
    if (!isWanted || transport.connecting) return
    if (transport.connected) return publisher.checkQueue()
    // the next check comes soon
    await transport.transportOpen().catch(() => undefined)
  }
  const timer = setInterval(() => void open(), checkMs)
  return {
    goOffline: () => {
      isWanted = false
      return transport.transportClose()
    },
    goOnline: () => {
      isWanted = true
      return open()
    },
    stop: () => {
      isWanted = false
      clearInterval(timer)
    },
  }
}
