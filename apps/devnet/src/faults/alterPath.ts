import type { RpcFault } from './fault.js'
import type { ParsedExchange } from './parseExchange.js'

/** What a faulty Esplora server would have made of the right answer: of another chain, or of an old one. */
export function alterPath(fault: RpcFault, { calls }: ParsedExchange, body: string): string {
  const [call] = calls
  const [id] = Array.isArray(call?.params) ? (call.params as readonly unknown[]) : []
  if (fault.kind === 'chainId' && call?.method === 'GET /block-height/:id' && id === '0') return String(fault.chainId)
  if (fault.kind === 'staleBlock' && call?.method === 'GET /blocks/tip/height')
    return String(Math.max(0, Number(body) - fault.behind))
  return body
}
