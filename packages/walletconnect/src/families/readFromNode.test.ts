import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestContext } from '@latchkey/testing'
import { expect, onTestFinished, test } from 'vitest'
import { toNetwork } from '../../test/networks.js'
import { readFromNode } from './readFromNode.js'

/** A node that answers every call with the same text. */
async function serve(text: string, status = 200): Promise<{ readonly url: string; readonly asked: unknown[] }> {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      asked.push(JSON.parse(body))
      response.writeHead(status).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
const read = (url: string): Promise<unknown> =>
  readFromNode(createTestContext({ networks: [toNetwork('eip155:1', url)] }), 'eip155:1', { method: 'eth_call' })

test('asks the node of the network, and gives what it answers', async () => {
  const { url, asked } = await serve('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
  expect(await read(url)).toBe('0x1')
  expect(asked).toEqual([{ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [] }])
})

test('null is an answer', async () => {
  const { url } = await serve('{"jsonrpc":"2.0","id":1,"result":null,"error":null}')
  expect(await read(url)).toBeNull()
})

test('error: what the node says, by its code', async () => {
  const { url } = await serve('{"id":1,"error":{"code":-32602,"message":"no"}}')
  await expect(read(url)).rejects.toMatchObject({ code: 'INVALID_PARAMS', details: 'no' })
})

for (const text of ['<html>blocked</html>', '', 'null', '[]', '{"id":1}'])
  test(`error: RPC_FAILED for ${JSON.stringify(text)}`, async () => {
    const { url } = await serve(text, 403)
    await expect(read(url)).rejects.toMatchObject({ code: 'RPC_FAILED' })
  })

test('[S8.52] error: RPC_URL_MISSING for a network that the modal does not have', async () => {
  const reading = readFromNode(createTestContext(), 'eip155:1', { method: 'eth_call' })
  await expect(reading).rejects.toMatchObject({ code: 'RPC_URL_MISSING' })
})
