import type { RunningSolana, StartSolanaOptions } from './runningSolana.js'

/** Starts a Solana chain in this process, with JSON-RPC over HTTP and websocket on one port. It forgets at `stop()`. */
export async function startSolana(options: StartSolanaOptions = {}): Promise<RunningSolana> {
  // the runtime takes a moment to load, which those who want other chains only should not wait for
  const { runSolana } = await import('./runSolana.js')
  return runSolana(options)
}
