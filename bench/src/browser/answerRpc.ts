import type { Visit } from './openVisit.js'

type Call = { readonly id: number; readonly method?: string }

/** Answers the page's RPC requests without a chain: returns the chain id from the address, and a balance of zero. */
export async function answerRpc({ page }: Visit): Promise<void> {
  await page.route('https://rpc.example/**', async (route) => {
    const calls = route.request().postDataJSON() as Call | readonly Call[] | null
    const chainId = `0x${Number(new URL(route.request().url()).pathname.slice(1)).toString(16)}`
    const answer = ({ id, method }: Call): object => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_chainId' ? chainId : '0x0',
    })
    const isBatch = (value: typeof calls): value is readonly Call[] => Array.isArray(value)
    const body = isBatch(calls) ? calls.map(answer) : answer(calls ?? { id: 0 })
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    await route.fulfill({ json: body, headers })
  })
}
