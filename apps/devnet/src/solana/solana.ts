import type { RunningSolana, StartSolanaOptions } from './runSolana.js'

/** Starts a Solana chain in this process, with JSON-RPC over HTTP and websocket on one port. It forgets at `stop()`. */
export async function startSolana(options: StartSolanaOptions = {}): Promise<RunningSolana> {
  // the runtime takes a moment to load, which those who want other chains only should not wait for
  const { runSolana } = await import('./runSolana.js')
  return runSolana(options)
}

type Socket = { readonly setAutoReconnect: (isOn: boolean) => void; readonly close: () => void }

/**
 * Ends a `Connection` of web3.js that has followed something. It closes its socket half a second after the last listener is gone, and
 * where the chain stops before, it knocks each second for as long as the process lives, in whatever runs there by then. It has no
 * method to end it, so this takes its socket.
 */
export function endConnection(connection: object): void {
  const { _rpcWebSocket: socket } = connection as { readonly _rpcWebSocket?: Socket }
  if (!socket) throw new Error('This is no connection of web3.js')
  socket.setAutoReconnect(false)
  socket.close()
}
