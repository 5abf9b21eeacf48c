import { arbitrum, base, mainnet } from '@latchkey/adapter-evm/networks'
import type { Visit } from './openVisit.js'

type Call = { readonly id: number; readonly method?: string }

/** The nodes of the pages' chains, with the chain that each serves. */
const nodes = [mainnet, base, arbitrum].flatMap(({ id, rpcUrls }) => rpcUrls.default.http.map((url) => ({ id, url })))

/** Answers the page's RPC requests without a chain: returns the node's chain id, and a balance of zero. */
export async function answerRpc({ page }: Visit): Promise<void> {
  for (const { id: chain, url } of nodes) {
    await page.route(`${new URL(url).origin}/**`, async (route) => {
      const calls = route.request().postDataJSON() as Call | readonly Call[] | null
      const answer = ({ id, method }: Call): object => ({
        jsonrpc: '2.0',
        id,
        result: method === 'eth_chainId' ? `0x${chain.toString(16)}` : '0x0',
      })
      const isBatch = (value: typeof calls): value is readonly Call[] => Array.isArray(value)
      const body = isBatch(calls) ? calls.map(answer) : answer(calls ?? { id: 0 })
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
      await route.fulfill({ json: body, headers })
    })
  }
}
