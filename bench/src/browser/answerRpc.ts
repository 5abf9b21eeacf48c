import type { Visit } from './openVisit.js'

type Call = { readonly id: number }

/** Answers every read of the page's chains, of which there are none: the balance is nothing. */
export async function answerRpc({ page }: Visit): Promise<void> {
  await page.route('https://rpc.example/**', async (route) => {
    const calls = route.request().postDataJSON() as Call | readonly Call[] | null
    const answer = (call: Call): object => ({ jsonrpc: '2.0', id: call.id, result: '0x0' })
    const isBatch = (value: typeof calls): value is readonly Call[] => Array.isArray(value)
    const body = isBatch(calls) ? calls.map(answer) : answer(calls ?? { id: 0 })
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    await route.fulfill({ json: body, headers })
  })
}
