import { messageMethods, type RelayMethodContext, sessionMethods, subscriptionMethods } from './methods.js'
import { RelayCallError, toParams } from './params.js'

const allMethods = { ...messageMethods, ...subscriptionMethods, ...sessionMethods }

/**
 * Handles a frame of a client: a call, or the response to a push. Every call gets a response, or a JSON-RPC error; invalid frames don't
 * close the socket.
 */
export function handleFrame(context: RelayMethodContext, text: string | null): void {
  const { socket, hub } = context
  const refuse = (id: unknown, code: number, message: string): void =>
    socket.send({ id: id ?? null, jsonrpc: '2.0', error: { code, message } })
  const frame = text === null ? undefined : parseFrame(text)
  const { id, method } = frame ?? {}
  const isId = typeof id === 'number' || (typeof id === 'string' && id.length <= 64)
  if (!frame) refuse(null, -32_700, 'Parse error: a frame is the text of one JSON-RPC object')
  else if (!isId) refuse(null, -32_600, 'Invalid request: id is a number or a short text')
  else if (method !== undefined) call()
  else if (typeof id === 'number') hub.settle(socket, id, frame['result'] === true)

  function call(): void {
    const run = typeof method === 'string' && Object.hasOwn(allMethods, method) ? allMethods[method] : undefined
    try {
      if (!run) throw new RelayCallError(-32_601, `Method not found: ${String(method).slice(0, 64)}`)
      socket.send({ id, jsonrpc: '2.0', result: run(context, toParams(frame?.['params'])) })
    } catch (error) {
      if (!(error instanceof RelayCallError)) throw error
      refuse(id, error.code, error.message)
    }
  }
}

function parseFrame(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}
