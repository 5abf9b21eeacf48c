import type { RunningSolana, StartSolanaOptions } from './runSolana.js'

/** Starts a Solana chain in this process, with JSON-RPC over HTTP and WebSocket on one port. Its state is in memory. */
export async function startSolana(options: StartSolanaOptions = {}): Promise<RunningSolana> {
  // loading the runtime takes a moment, which other chains don't need
  const { runSolana } = await import('./runSolana.js')
  return runSolana(options)
}

type Socket = { readonly setAutoReconnect: (isOn: boolean) => void; readonly close: () => void }

/**
 * Closes a `Connection` of web3.js that had subscriptions. It would close its socket half a second after the last listener is removed,
 * and if the chain stops earlier, reconnect every second for the rest of the process. It has no close method, so this uses its socket.
 */
export function endConnection(connection: object): void {
  const { _rpcWebSocket: socket } = connection as { readonly _rpcWebSocket?: Socket }
  if (!socket) throw new Error('Not a Connection of web3.js')
  socket.setAutoReconnect(false)
  socket.close()
}
